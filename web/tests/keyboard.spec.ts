/** A fight from its beginning to its end without a pointer. */

import { decision, DESK, expect, test } from './table';

test('a fight with the keyboard alone', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  const keys = page.keyboard;
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

  /** Goes on with Tab until something with these words has the focus. */
  async function tabTo(words: RegExp): Promise<void> {
    for (let steps = 0; steps < 80; steps += 1) {
      await keys.press('Tab');
      if (words.test(await focused())) return;
    }
    throw new Error(`the keyboard does not reach ${String(words)}`);
  }

  await expect(page.getByLabel('Rulebook')).toBeVisible();
  await page.getByLabel('Rulebook').focus();
  await keys.type('The Coll');
  await tabTo(/^Your own/);
  await keys.press('ArrowRight');
  await expect(page.getByRole('button', { name: /Skirmish at the ford/ })).toBeVisible();
  await tabTo(/^Skirmish at the ford/);
  await keys.press('Enter');
  await expect(decision(page)).toContainText('Which side goes first?');
  await tabTo(/^Pcs/);
  await keys.press('Enter');
  await expect(decision(page)).toContainText('may act');

  // `a` goes to the activities, `/` to the search.
  await keys.press('a');
  await expect.poll(focused).toContain('Longsword');
  await keys.press('/');
  await keys.type('long');
  await expect(page.getByRole('button', { name: /^Pick up/ })).toHaveCount(0);
  // Enter takes the first match, and Enter again its target: from the search to the deed.
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Ana: Longsword/ });
  await expect(dialog).toBeVisible();
  await tabTo(/Orc 2/);
  await expect(dialog.getByText('Ana declares longsword at Orc 2.')).toBeVisible();
  await keys.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(decision(page)).toContainText('Gruk may react');

  // `r` goes to the answers, `p` passes, `n` rolls.
  await keys.press('r');
  await expect.poll(focused).toContain('Great axe');
  await keys.press('p');
  await expect(decision(page)).toContainText('roll 1d20 for Ana');
  await keys.press('n');
  await expect(decision(page)).not.toContainText('roll 1d20');

  // `u` takes it back, Ctrl+Shift+Z gives it again.
  await keys.press('u');
  await expect(decision(page)).toContainText('roll 1d20 for Ana');
  await keys.press('Control+z');
  await expect(decision(page)).toContainText('Gruk may react');
  await keys.press('Control+Shift+Z');
  await expect(decision(page)).toContainText('roll 1d20 for Ana');
  while ((await decision(page).getAttribute('data-decision')) === 'roll') {
    const before = await decision(page).textContent();
    await keys.press('n');
    await expect(decision(page)).not.toHaveText(before ?? '');
  }
  await expect(decision(page)).toContainText('may act');
  await keys.press('n');
  await expect(decision(page)).toContainText('Orc 1, Orc 2, Orc 3, Orc 4 and Gruk may act');

  // The list of keys opens and closes by its own key; the menu ends the fight.
  await keys.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await keys.press('Escape');
  await page.getByRole('button', { name: 'More', exact: true }).focus();
  await keys.press('Enter');
  // Letters are the menu's once it has the focus.
  const inMenu = () => page.evaluate(() => document.activeElement?.closest('[role=menu]') != null);
  await expect.poll(inMenu).toBe(true);
  await keys.type('End');
  await keys.press('Enter');
  await expect(decision(page)).toHaveAttribute('data-decision', 'over');
});
