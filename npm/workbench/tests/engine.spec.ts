/** The engine in a browser: the same states as the native one, in every recorded game. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from '@playwright/test';

import { games, ruleset, rulesets, text } from '../../engine/test/support.mjs';
import { host, root } from './server.ts';

test('every recorded game is the same as native after each command', async ({ page }) => {
  const server = await host();
  await page.goto(`${server.address}/blank.html`);
  const file = path.join(root, 'target/wasm/native-marks.json');
  const native = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  let played = 0;
  for (const id of rulesets()) {
    const files = ruleset(`rulesets/${id}`);
    for (const game of games(id)) {
      const here = await page.evaluate(
        async ([address, text, files]) => {
          const engine = (await import(
            `${address}/npm/engine/index.js`
          )) as typeof import('@turnwright/engine');
          await engine.load();
          return engine.marks(text, files);
        },
        [server.address, text(game), files] as const,
      );
      expect(here, game).toEqual(native[game]);
      played += 1;
    }
  }
  expect(played).toBe(Object.keys(native).length);
  server.close();
});
