// Every recorded game of every ruleset, native and here: the same state after each command.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';

import { load, marks } from '../index.js';
import { games, root, ruleset, rulesets, text } from './support.mjs';

const file = process.env.TURNWRIGHT_MARKS ?? path.join(root, 'target/wasm/native-marks.json');
assert.ok(existsSync(file), `${file} is missing: \`cargo xtask wasm\` writes it`);
/** Fingerprints of the native build, by game. */
const native = JSON.parse(readFileSync(file, 'utf8'));

before(() => load());

for (const id of rulesets()) {
  const files = ruleset(`rulesets/${id}`);
  for (const game of games(id)) {
    test(`${game} is the same as native after each command`, () => {
      const here = marks(text(game), files);
      assert.ok(here.length > 1, 'the game has no commands');
      assert.deepEqual(here, native[game]);
    });
  }
}

test('no game is left out', () => {
  assert.deepEqual(Object.keys(native).sort(), rulesets().flatMap(games).sort());
});
