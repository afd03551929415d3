/** A whole fight on three screens: game master, a player's phone, and the table's screen. */

import { DESK, decision, expect, PHONE, test } from './table';

test('a fight from the first ruling to its end', async ({ server, sit }) => {
  test.setTimeout(480_000);

  // The host begins an example and invites a player and a screen.
  const master = await sit(server.link, DESK);
  await master.getByLabel('Rulebook').selectOption('collective');
  await master.getByRole('tab', { name: 'Examples' }).click();
  await master.getByRole('button', { name: /Skirmish at the ford/ }).click();
  await expect(decision(master)).toContainText('Which side goes first?');

  await master.getByRole('button', { name: 'Invite', exact: true }).click();
  const invite = master.getByRole('dialog', { name: 'Invite' });
  await invite.getByLabel('Name').fill('Mara');
  await invite.getByRole('checkbox', { name: 'Ana' }).check();
  await invite.getByRole('button', { name: 'Make a link' }).click();
  await expect(invite.getByRole('img', { name: 'Code for Mara' })).toBeVisible();
  const seatLink = await invite.getByRole('textbox', { name: 'Link for Mara' }).inputValue();
  await invite.getByRole('button', { name: 'Invite someone else' }).click();
  await invite.getByRole('radio', { name: 'A table screen' }).click();
  await invite.getByRole('button', { name: 'Make a link' }).click();
  const screenLink = await invite
    .getByRole('textbox', { name: 'Link for table screen' })
    .inputValue();
  await invite.getByRole('button', { name: 'Close' }).click();

  const phone = await sit(seatLink, PHONE);
  const screen = await sit(screenLink, DESK);
  await expect(phone.getByRole('heading', { name: 'Ana' })).toBeVisible();

  // A ruling, and the round begins for everybody.
  await master.getByRole('button', { name: /^Pcs/ }).click();
  await expect(decision(phone)).toContainText('Ana, it is your turn');
  await expect(decision(screen)).toContainText('Ana, Bran, Cleo and Dara may act');

  // The player declares from the phone; the preview says who may react.
  await phone.getByRole('button', { name: /^Longsword/ }).click();
  const draft = phone.getByRole('dialog', { name: /^Longsword/ });
  // The preview is there before anything is done; a tap on the target does it.
  await draft.getByRole('button', { name: /Orc 1/ }).focus();
  await expect(draft.getByText('Ana declares longsword at Orc 1.')).toBeVisible();
  await draft.getByRole('button', { name: /Orc 1/ }).click();
  await expect(decision(screen)).toContainText('Gruk may react');

  // The game master answers for Gruk: two things wait on the stack, the newest on top.
  await master.getByRole('button', { name: /^Great axe/ }).click();
  const answer = master.getByRole('dialog', { name: /^Gruk: Great axe/ });
  await answer.getByRole('button', { name: /Ana/ }).click();
  const stack = screen.getByRole('region', { name: 'Waiting to resolve' });
  await expect(stack.getByRole('listitem')).toHaveText([/Gruk: Great axe → Ana/, /Ana: Longsword/]);
  while ((await decision(master).getAttribute('data-decision')) === 'answer') {
    const before = await decision(master).textContent();
    await master.keyboard.press('p');
    await expect(decision(master)).not.toHaveText(before ?? '');
  }

  // The answer goes first: a miss by hand. Then the sword, with dice that were rolled on the table.
  await expect(decision(master)).toContainText('roll 1d20 for Gruk');
  await master.getByLabel('What the dice show').fill('2');
  await master.getByRole('button', { name: 'Enter' }).click();
  await expect(decision(master)).toContainText('roll 1d20 for Ana');

  // The phone loses its network in the middle of this decision, and the fight goes on.
  await phone.context().setOffline(true);
  await expect(phone.getByText('Offline.')).toBeVisible();
  await master.getByLabel('What the dice show').fill('19');
  await master.getByRole('button', { name: 'Enter' }).click();
  await expect(decision(master)).toContainText('roll 1d8+3 for Ana');
  await phone.context().setOffline(false);
  await expect(phone.getByText('Offline.')).toBeHidden();
  await expect(decision(phone)).toContainText('roll 1d8+3 for Ana');
  await phone.getByLabel('What the dice show').fill('8');
  await phone.getByRole('button', { name: 'Enter' }).click();
  await expect(decision(phone)).toContainText('Ana, it is your turn');
  await expect(screen.getByRole('article', { name: 'Orc 1' })).toContainText('down');
  await expect(master.getByRole('log')).toContainText('Ana rolls 1d8+3: 11');

  // A second blow in one segment is denied, with every reason, its rule and what would help.
  await phone.getByText('not possible now, and why').click();
  await phone
    .getByRole('listitem')
    .filter({ hasText: /^Longsword/ })
    .getByText('Longsword')
    .click();
  await expect(phone.getByText('P is used up')).toHaveCount(2);
  await expect(phone.getByText('→ Wait until the next segment.')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Allow it anyway …' })).toHaveCount(0);

  // The game master forces it, and says why.
  await master.getByRole('button', { name: 'Ana', exact: true }).first().click();
  await master.getByText('not possible now, and why').click();
  await master
    .getByRole('listitem')
    .filter({ hasText: /^Longsword/ })
    .getByText('Longsword')
    .click();
  await master.getByRole('button', { name: 'Allow it anyway …' }).click();
  const force = master.getByRole('dialog', { name: /^Ana: Longsword/ });
  await force.getByRole('button', { name: /Orc 2/ }).click();
  await expect(force.getByText('The rules don’t allow this')).toBeVisible();
  await force.getByLabel(/^Reason/).fill('a heroic moment');
  await force.getByRole('button', { name: 'Allow it anyway' }).click();
  await expect(master.getByRole('log')).toContainText('a heroic moment');
  // Gruk has nothing left to answer with: the dice come at once.
  await expect(decision(master)).toContainText('roll 1d20 for Ana');
  await master.keyboard.press('n');
  await expect(decision(master)).not.toContainText('roll 1d20 for Ana');
  if ((await decision(master).getAttribute('data-decision')) === 'roll') {
    await master.keyboard.press('n');
  }
  await expect(decision(master)).toContainText('may act');

  // Ending the turn from the phone says that Ana is done; the game master ends the rest.
  await phone.getByRole('button', { name: 'End turn' }).click();
  await expect(phone.getByText(/You are done/)).toBeVisible();
  const time = master.getByLabel('Round and turns').locator('dl');
  await expect(time).toContainText('Round 1');
  for (let turns = 0; turns < 60; turns += 1) {
    if ((await time.textContent())?.includes('Round 2')) break;
    const before = await master.getByRole('slider').getAttribute('aria-valuenow');
    await master.keyboard.press('n');
    await expect(master.getByRole('slider')).not.toHaveAttribute('aria-valuenow', before ?? '');
  }
  await expect(time).toContainText('Round 2');
  await expect(screen.getByLabel('Round and turns').locator('dl')).toContainText('Round 2');

  // Undo across rounds, for the whole table, with the scrubber and the keyboard; and redo.
  await master.getByRole('slider').focus();
  await master.keyboard.press('Home');
  await expect(decision(master)).toContainText('Which side goes first?');
  await expect(screen.getByLabel('Round and turns').locator('dl')).toContainText('Round 0');
  await master.getByRole('slider').focus();
  await master.keyboard.press('End');
  await expect(time).toContainText('Round 2');
  await master.getByRole('heading', { name: 'Skirmish' }).press('u');
  await expect(time).toContainText('Round 1');
  await expect(decision(screen)).toContainText('may act');
  await master.keyboard.press('Control+Shift+Z');
  await expect(time).toContainText('Round 2');

  // The server is killed in the middle of a decision and comes back to it.
  await master.getByRole('button', { name: 'Bran', exact: true }).first().click();
  await master.getByRole('button', { name: /^Longbow/ }).click();
  const bow = master.getByRole('dialog', { name: /^Bran: Longbow/ });
  await bow.getByRole('button', { name: /Orc 3/ }).click();
  await expect(decision(master)).toContainText('Gruk may react');
  await server.kill();
  for (const page of [master, phone, screen]) {
    await expect(page.getByText('You may be looking at an old state')).toBeVisible();
  }
  await server.start();
  for (const page of [master, phone, screen]) {
    await expect(page.getByText('You may be looking at an old state')).toBeHidden();
    await expect(decision(page)).toContainText('Gruk may react');
  }
  await master.keyboard.press('p');
  await expect(decision(master)).toContainText('roll 1d20 for Bran');

  // The game master takes it back and ends the fight.
  await master.keyboard.press('u');
  await expect(decision(master)).toContainText('Gruk may react');
  await master.keyboard.press('u');
  await expect(decision(master)).toContainText('may act');
  await master.getByRole('button', { name: 'More', exact: true }).click();
  await master.getByRole('menuitem', { name: 'End the fight' }).click();
  for (const page of [master, phone, screen]) {
    await expect(decision(page)).toHaveAttribute('data-decision', 'over');
  }
});
