/** Nothing lies over anything else, and nothing sticks out: every screen at four widths. */

import { faults } from './checks';
import { decision, expect, test } from './table';

const WIDTHS = [1440, 1024, 390, 320] as const;
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
