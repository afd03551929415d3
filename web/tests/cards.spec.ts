/** Cards: drawn, named as they came, played from a hand, and covered from others. */

import { readFileSync } from 'node:fs';

import { clean, faults } from './checks';
import { Server } from './server';
import { decision, DESK, expect, PHONE, test } from './table';

const RECIPES = '../examples/cookbook';

/** The text of a recipe's fight, for a server that knows the recipe by name. */
function fightOf(recipe: string) {
  const text = readFileSync(`${RECIPES}/${recipe}/examples/fight.toml`, 'utf8');
  return {
    kind: 'setup',
    text: text.replace('"../.."', `"${recipe}"`).replace('".."', `"${recipe}"`),
  } as const;
}

async function withServer(recipe: string, play: (server: Server) => Promise<void>): Promise<void> {
  const server = new Server([`${RECIPES}/${recipe}`]);
  await server.start();
  try {
    await play(server);
  } finally {
    await server.remove();
  }
}

test('a hand of cards is played by name, and only its player sees it', async ({ sit }) => {
  await withServer('hand-of-cards', async (server) => {
    const fight = await server.begin(fightOf('hand-of-cards'));
    const seat = await fight.seat('Pia', ['Ana']);
    const master = await sit(fight.masterLink, DESK);
    const pia = await sit(seat, PHONE);
    const elsewhere = await fight.seat('Olaf', ['Orc']);
    const bystander = await sit(elsewhere, PHONE);

    // A deck on the table: the game master says which card came.
    const asked = master.getByRole('region', { name: 'Current decision' });
    await expect(asked).toContainText("draw a card from Ana's deck to Ana's hand", {
      ignoreCase: true,
    });
    await master.getByLabel('The card that came').selectOption('Bash');
    await master.getByRole('button', { name: 'Enter', exact: true }).click();
    await expect(master.getByRole('log')).toContainText('Bash goes from');
    await expect(pia.locator('[data-pile="hand"]')).toContainText('Bash');
    // Others see how many there are.
    await expect(bystander.getByRole('main')).not.toContainText('Bash');
    expect(await fight.toldTo(seat)).toContain('Bash');
    for (const link of [elsewhere, fight.screenLink])
      expect(await fight.toldTo(link)).not.toContain('Bash');
    await clean(master, 'a card to draw');
    expect(await faults(pia)).toEqual([]);

    // One tap draws all that are missing.
    await pia.getByRole('button', { name: 'Draw', exact: true }).click();
    await expect(pia.locator('[data-pile="hand"]')).toContainText(/(\w+, ){2}\w+/);
    await pia.getByRole('button', { name: /^Play/ }).first().click();
    const sheet = pia.getByRole('dialog');
    await sheet.getByText('Bash (damage 3').click();
    await sheet.getByRole('button', { name: /Orc/ }).click();
    await expect(master.getByRole('log')).toContainText('Ana plays Bash on Orc');
    await expect(pia.locator('[data-pile="lost cards"]')).toContainText('Bash');
  });
});

test('initiative by cards of one deck', async ({ sit }) => {
  await withServer('initiative-cards', async (server) => {
    const fight = await server.begin(fightOf('initiative-cards'));
    const master = await sit(fight.masterLink, DESK);
    await master.getByLabel('The card that came').selectOption('Joker');
    await master.getByRole('button', { name: 'Enter', exact: true }).click();
    await master.getByRole('button', { name: 'Roll everything' }).click();
    await expect(decision(master)).toHaveAttribute('data-decision', 'act');
    await expect(master.locator('[data-pile="deck"]')).toContainText('3 cards');
    await expect(master.getByRole('article', { name: 'Ana' })).toContainText('Card: Joker');
    await clean(master, 'cards of everybody');
  });
});
