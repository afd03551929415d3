// Decisions per second here and native: the same random fights, the ratio, and the size.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { load, Rulebook } from '../index.js';
import { ruleset } from '../test/support.mjs';

/** Largest size over the wire, in bytes. */
const SIZE_MAX = 1.5 * 1024 * 1024;
/** Least share of the native speed. */
const RATIO_MIN = 1 / 3;
const [id, example, decisions, times] = ['collective', 'examples/skirmish.toml', 2_000_000, 3];

await load();
const rulebook = new Rulebook(ruleset(`rulesets/${id}`));
let [best, played] = [Infinity, null];
rulebook.pace(example, decisions / 10);
for (let time = 0; time < times; time += 1) {
  const start = performance.now();
  played = rulebook.pace(example, decisions);
  best = Math.min(best, (performance.now() - start) / 1000);
}
const program = process.env.TURNWRIGHT_NATIVE;
const native = JSON.parse(
  execFileSync(program, ['pace', id, example, String(decisions), String(times)], {
    encoding: 'utf8',
  }),
);
const here = played.decisions / best;
const ratio = here / native.decisions_per_second;
const wasm = readFileSync(new URL('../dist/turnwright_wasm_bg.wasm', import.meta.url));
const sizes = {
  bytes: wasm.length,
  gzip: gzipSync(wasm, { level: 9 }).length,
  brotli: brotliCompressSync(wasm).length,
};
console.log(`size      ${sizes.bytes} bytes, ${sizes.gzip} gzip, ${sizes.brotli} brotli`);
console.log(`fights    ${played.fights}, ${played.decisions} decisions, hash ${played.hash}`);
console.log(`here      ${Math.round(here)} decisions per second`);
console.log(`native    ${Math.round(native.decisions_per_second)} decisions per second`);
console.log(`ratio     ${ratio.toFixed(2)} (at least ${RATIO_MIN.toFixed(2)})`);
const faults = [];
if (played.hash !== native.hash) faults.push(`the fights differ: native has ${native.hash}`);
if (sizes.gzip > SIZE_MAX) faults.push(`${sizes.gzip} bytes are more than ${SIZE_MAX}`);
if (ratio < RATIO_MIN) faults.push('slower than a third of native');
faults.forEach((fault) => console.error(`FAILED: ${fault}`));
process.exitCode = faults.length > 0 ? 1 : 0;
