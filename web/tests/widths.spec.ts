/** One's own fight in every rulebook, at four widths, light and dark: nothing covers or shuts out. */

import { readdirSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { clean, faults } from './checks';
import type { Fight } from './server';
import { decision, expect, test } from './table';

const WIDTHS = [1440, 1024, 390, 320] as const;
/** Checks of accessibility take a second each: the widest and the narrowest stand for the rest. */
const THEMES: Readonly<Record<number, readonly ('light' | 'dark')[]>> = {
  1440: ['light', 'dark'],
  320: ['light', 'dark'],
};
/** Decisions until the first turn, at most. */
const STEPS_MAX = 60;

/** Goes on until somebody may act: dice by the server, rulings as usual. */
async function toFirstTurn(fight: Fight): Promise<void> {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const { decision: waits } = await fight.state();
    if (waits.kind === 'act') return;
    if (waits.kind === 'roll') await fight.give({ kind: 'roll', faces: null });
    else if (waits.ruling) await fight.give({ kind: 'rule', answer: waits.ruling.default });
    else await fight.give({ kind: 'pass', who: null });
  }
  throw new Error('nobody ever acts');
}

async function look(pages: Record<string, Page>, moment: string): Promise<void> {
  for (const [whose, page] of Object.entries(pages)) {
    await expect(decision(page)).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 500 ? 640 : 800 });
      const where = `${whose} screen, ${moment}, ${width} wide`;
      // Boxes follow the width with the next frame.
      await expect.poll(() => faults(page), where).toEqual([]);
      for (const colorScheme of THEMES[width] ?? []) {
        await page.emulateMedia({ colorScheme });
        await clean(page, `${where}, ${colorScheme}`);
      }
    }
  }
}

/** Words of another language are longer: one rulebook stands for all. */
const FIGHTS = [
  ...readdirSync('../rulesets').map((ruleset) => ({ ruleset, locale: 'en' })),
  { ruleset: 'srd-5', locale: 'de' },
];

for (const { ruleset, locale } of FIGHTS) {
  test(`every width and theme: ${ruleset}, ${locale}`, async ({ server, sit }) => {
    test.setTimeout(360_000);
    const heroes = ['Mira', 'Toke', 'Sunna', 'Old Bern'].map((name) => ({ name }));
    const fight = await server.begin({ kind: 'fight', ruleset, heroes, lines: '5 goblins' });
    const pages = {
      'the game master’s': await sit(fight.masterLink, { locale }),
      'a player’s': await sit(await fight.seat('Kim', ['Mira']), { locale }),
      'the table’s': await sit(fight.screenLink, { locale }),
    };
    await look(pages, 'before the first turn');
    await toFirstTurn(fight);
    await look(pages, 'in the first turn');
  });
}
