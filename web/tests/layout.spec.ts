/** Nothing lies over anything else, and nothing sticks out: every screen at four widths. */

import type { Page } from '@playwright/test';

import type { Beginning } from '../src/api/schema';
import { faults } from './checks';
import type { Fight } from './server';
import { decision, expect, test } from './table';

/** Four heroes and five goblins on a map. */
const ON_A_MAP: Beginning = {
  kind: 'fight',
  ruleset: 'srd-5',
  heroes: ['Mira', 'Toke', 'Sunna', 'Old Bern'].map((name) => ({ name })),
  lines: '5 goblins',
  board: { map: Array.from({ length: 12 }, () => '.'.repeat(20)) },
};

const WIDTHS = [1440, 1024, 390, 320] as const;
/** Pixels that a page may be higher than the window: rounding. */
const SLACK = 2;

/** Pixels that the page is higher than its window. */
async function excess(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
}

for (const width of WIDTHS) {
  const height = width < 500 ? 640 : 800;
  test(`nothing overlaps at ${width} pixels`, async ({ server, sit }) => {
    const fight = await server.begin({ kind: 'example', ruleset: 'srd-5', name: 'ambush' });
    const seat = await fight.seat('Gero', ['Ylva', 'Maro']);
    const size = { viewport: { width, height }, hasTouch: width < 500 };
    const host = await sit(server.link, size);
    await expect(host.getByRole('textbox', { name: 'Names of your heroes' })).toBeVisible();
    await host.getByRole('textbox', { name: 'Names of your heroes' }).fill('Ana, Bran');
    await host.keyboard.press('Enter');
    expect.soft(await faults(host), 'the host’s page').toEqual([]);

    const pages = {
      'the game master’s': await sit(fight.masterLink, size),
      'a player’s': await sit(seat, size),
      'the table’s': await sit(fight.screenLink, size),
    };
    const look = async (moment: string) => {
      for (const [whose, page] of Object.entries(pages)) {
        await expect(decision(page)).toBeVisible();
        expect.soft(await faults(page), `${whose} screen, ${moment}`).toEqual([]);
      }
    };
    await expect(decision(pages['a player’s'])).toContainText('roll');
    await look('before the fight');
    // What is needed now is seen without scrolling.
    for (const page of [pages['the game master’s'], pages['a player’s']]) {
      await expect(page.getByRole('button', { name: /^Roll 1d20/ })).toBeInViewport({ ratio: 1 });
    }
    while ((await fight.state()).decision.kind === 'roll') {
      await fight.give({ kind: 'roll', faces: null });
    }
    await expect(decision(pages['a player’s'])).not.toContainText('roll');
    await look('in the first round');
  });
}

/** Goes on for so many turns, whatever is asked. */
async function play(fight: Fight, turns: number): Promise<void> {
  for (let ended = 0; ended < turns;) {
    const { decision: waits } = await fight.state();
    if (waits.kind === 'roll') await fight.give({ kind: 'roll', faces: null });
    else if (waits.kind !== 'act') await fight.give({ kind: 'pass', who: null });
    else {
      await fight.give({ kind: 'end' });
      ended += 1;
    }
  }
}

test('after several rounds no fight screen scrolls as a whole', async ({ server, sit }) => {
  const fight = await server.begin(ON_A_MAP);
  await play(fight, 20);
  const master = await sit(fight.masterLink);
  const phone = await sit(await fight.seat('Kim', ['Mira']));
  for (const page of [master, phone]) {
    await expect(decision(page)).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 500 ? 640 : 800 });
      expect.soft(await excess(page), `${width} wide`).toBeLessThanOrEqual(SLACK);
    }
  }
  // The log is as long as it gets, and its hidden text stays inside it.
  await master.getByRole('button', { name: 'Log', exact: true }).click();
  expect(await excess(master)).toBeLessThanOrEqual(SLACK);
});

test('a question and its answers are seen together, beside the map', async ({ server, sit }) => {
  const fight = await server.begin(ON_A_MAP);
  await play(fight, 1);
  await fight.say('put Mira c2', 'put Goblin 1 d2');
  for (;;) {
    const { who } = (await fight.state()).decision;
    if (who[0] === 'Goblin 1') break;
    await play(fight, 1);
  }
  const page = await sit(fight.masterLink);
  const inView = async (what: RegExp, moment: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 500 ? 640 : 768 });
      const button = page.getByRole('button', { name: what }).first();
      await expect.soft(button, `${moment}, ${width} wide`).toBeInViewport({ ratio: 1 });
      await expect.soft(decision(page), `${moment}, ${width} wide`).toBeInViewport({ ratio: 1 });
    }
  };
  await expect(decision(page)).toContainText('Goblin 1 may act');
  await inView(/^Attack/, 'a turn');
  await fight.say('Goblin 1: go e2');
  await expect(decision(page)).toContainText('reach');
  await inView(/^Mira: Opportunity attack/, 'a reaction');
  await inView(/^Nobody reacts/, 'a reaction');
  await page.getByRole('button', { name: /^Mira: Opportunity attack/ }).click();
  await expect(decision(page)).toContainText('roll');
  await inView(/^Roll/, 'dice');
});
