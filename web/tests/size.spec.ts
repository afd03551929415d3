/** What a phone has to fetch, and what it has to do before a tap is answered. */

import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { decision, expect, PHONE, test } from './table';

const SCRIPT_MAX = 150_000;
/** How often the page may be laid out from one tap to its answer; three times, when this was written. */
const LAYOUTS_MAX = 4;

test('all scripts together are at most 150 kB, compressed', () => {
  const scripts = readdirSync('dist/assets').filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = scripts.map((name) => gzipSync(readFileSync(`dist/assets/${name}`)).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`scripts: ${total} bytes compressed`);
  expect(total).toBeLessThanOrEqual(SCRIPT_MAX);
});

test('a tap is answered on screen at once, whatever the network does', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'collective', name: 'skirmish' });
  await fight.give({ kind: 'rule', answer: 'pcs' });
  const phone = await sit(await fight.seat('Mara', ['Ana']), PHONE);
  await expect(decision(phone)).toContainText('it is your turn');
  await expect(phone.getByRole('button', { name: /^Longsword/ })).toBeVisible();
  const session = await phone.context().newCDPSession(phone);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const layouts = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? NaN;
  };
  // Nothing that is asked of the server from here on is ever answered.
  await phone.route('**/*', () => undefined);

  const times: number[] = [];
  for (let tap = 0; tap < 7; tap += 1) {
    const before = await layouts();
    const answered = await phone.evaluate(async () => {
      const button = document.querySelector<HTMLElement>('[data-activity="longsword"]');
      const start = performance.now();
      button?.click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const shown = document.querySelector('[role="dialog"]') !== null;
      return { shown, time: performance.now() - start };
    });
    // In the very next frame.
    expect(answered.shown).toBe(true);
    expect((await layouts()) - before).toBeLessThanOrEqual(LAYOUTS_MAX);
    times.push(answered.time);
    await phone.keyboard.press('Escape');
    await expect(phone.getByRole('dialog')).toHaveCount(0);
  }
  // A figure, not a test: what else the machine is doing is in it.
  const least = Math.min(...times);
  console.log(`a tap is answered after ${least.toFixed(0)} ms, at a quarter of the speed`);
});
