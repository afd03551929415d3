/** Libraries of several hundred creatures: found by name, type and level, and looked at. */

import { clean, faults } from './checks';
import { DESK, expect, PHONE, test } from './table';

const WIDTHS = [1440, 1024, 390, 320];

test('creatures are found by type and level, each with both', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  const box = page.getByRole('searchbox', { name: 'Search creatures' });
  const hits = page.getByRole('button', { name: /^Stat block of/ });
  await expect(hits.first()).toBeVisible();
  await box.fill('cr 3 undead');
  await expect(hits.first()).toContainText('CR 3');
  for (const hit of await hits.all()) {
    await expect(hit).toContainText('CR 3 ·');
    await expect(hit).toContainText('undead');
  }
  // Several fit: Enter adds none of them, and makes no creature of that name.
  await box.press('Enter');
  await expect(page.getByText(/creatures fit\. Tap \+/)).toBeVisible();
  await expect(page.getByText('×', { exact: false })).toHaveCount(0);
  await box.fill('dragon');
  await expect(page.getByText('is not in this rulebook’s creatures')).toHaveCount(0);
  const before = await hits.count();
  await page.getByRole('button', { name: /^Show \d+ more/ }).click();
  expect(await hits.count()).toBeGreaterThan(before);
  // A count stands before what is looked for.
  await box.fill('4 cr 1 goblin');
  await page
    .getByRole('button', { name: /^Add 4 ×/ })
    .first()
    .click();
  await expect(page.getByRole('listitem').filter({ hasText: '4 ×' })).toContainText('Goblin');
  await page.getByLabel('Rulebook').selectOption('pathfinder-2e');
  await box.fill('level 2');
  await expect(hits.first()).toContainText('Level 2');
});

test('a keystroke is answered without asking the server', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  const box = page.getByRole('searchbox', { name: 'Search creatures' });
  await expect(page.getByRole('button', { name: /^Stat block of/ }).first()).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const times = await box.evaluate(async (box: HTMLInputElement) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const times: number[] = [];
    for (const text of ['d', 'dr', 'dra', 'drag', 'cr 5', 'cr 5 d', '']) {
      const start = performance.now();
      box.value = text;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      await frame();
      await frame();
      times.push(performance.now() - start);
    }
    return times;
  });
  console.log(`milliseconds: ${times.map(Math.round).join(' ')}`);
  expect(asked.filter((url) => url.includes('creatures'))).toEqual([]);
});

test('a stat block names attacks, powers and spells by the words of the sheet', async ({
  server,
  sit,
}) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  const box = page.getByRole('searchbox', { name: 'Search creatures' });
  await box.fill('adult red dragon');
  await page.getByRole('button', { name: 'Stat block of Adult Red Dragon' }).click();
  const block = page.locator('.block');
  await expect(block).toContainText('CR 17');
  await expect(block).toContainText(/Rend.*Attack bonus \+14.*Damage dice 1d10/);
  await expect(block).toContainText(/Reach 10 ft/);
  await expect(block).toContainText(/Damage type slashing/);
  await expect(block).toContainText(/Fire Breath/);
  await expect(block).toContainText(/Fire immune/);
  // Nothing is named by an id: every name begins with a capital letter or a number.
  const names = await block.locator('b').allTextContents();
  expect(names.filter((name) => !/^[\p{Lu}\d]/u.test(name.trim()))).toEqual([]);
  await expect(block).not.toContainText(/\w-\w+-(legendary|spell|power)/);
});

test('the difficulty follows party and opponents, by each rulebook', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  const names = page.getByRole('textbox', { name: 'Names of your heroes' });
  await names.fill('Ana, Bran, Cleo, Dara');
  await names.press('Enter');
  const box = page.getByRole('searchbox', { name: 'Search creatures' });
  const told = page.getByRole('status', { name: 'Difficulty' });
  await expect(told).toContainText('Low up to 200');
  await box.fill('ogre');
  await page.getByRole('button', { name: 'Add Ogre', exact: true }).click();
  await expect(told).toContainText('Beyond high 450 XP against 4 heroes');
  await page.getByLabel('Party level').fill('3');
  await page.getByLabel('Party level').blur();
  await expect(told).toContainText('Low 450 XP against 4 heroes');
  await page.getByRole('button', { name: 'One more Ogre' }).click();
  await expect(told).toContainText('Moderate 900 XP');
  await page.getByRole('button', { name: 'Remove Dara' }).click();
  await expect(told).toContainText('High 900 XP against 3 heroes');
  // The level is remembered for the rulebook; one without a formula shows nothing.
  await page.getByLabel('Rulebook').selectOption('collective');
  await expect(page.getByLabel('Party level')).toHaveCount(0);
  await page.getByLabel('Rulebook').selectOption('pathfinder-2e');
  await expect(page.getByLabel('Party level')).toHaveValue('1');
  await box.fill('level 1');
  await page.getByRole('button', { name: /^Add / }).filter({ hasNotText: 'heroes' }).last().click();
  await expect(told).toContainText('Trivial 40 XP against 4 heroes');
  await page.getByLabel('Rulebook').selectOption('srd-5');
  await expect(page.getByLabel('Party level')).toHaveValue('3');
});

for (const width of WIDTHS) {
  test(`search, stat block and difficulty fit ${width} pixels`, async ({ server, sit }) => {
    const options = width < 600 ? PHONE : DESK;
    const german = width === 320;
    const page = await sit(server.link, {
      ...options,
      viewport: { width, height: width < 600 ? 740 : 900 },
      locale: german ? 'de-DE' : 'en-US',
    });
    await page.getByLabel(german ? 'Regelbuch' : 'Rulebook').selectOption('srd-5');
    const box = page.getByRole('searchbox');
    for (const name of ['lich', 'goblin minion']) {
      await box.fill(name);
      await box.press('Enter');
    }
    await box.fill('lich');
    await page.getByRole('button', { name: /(Stat block of|Werte von) Lich/ }).click();
    await expect(page.locator('.block')).toContainText(/CR 21/);
    const told = page.getByRole('status', { name: german ? 'Schwierigkeit' : 'Difficulty' });
    await expect(told).toContainText('XP');
    expect(await faults(page)).toEqual([]);
    await clean(page, 'search, stat block and difficulty');
  });
}
