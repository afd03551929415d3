/** What every screen must be: nothing covers anything else, and nobody is shut out. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect } from './table';

/** Pixels that boxes may share: rounding, and borders that touch. */
const SLACK = 2;

/**
 * Texts, fields and buttons that cover each other, and whatever is wider than its part. Where a
 * dialog is open, `within` names it: it lies over the rest of the page.
 */
export async function faults(page: Page, within = 'body'): Promise<string[]> {
  return await page.evaluate(
    ([slack, within]) => {
      const told: string[] = [];
      const root = document.documentElement;
      if (root.scrollWidth > root.clientWidth) told.push(`the page is ${root.scrollWidth} wide`);
      const selector =
        'button, input, select, textarea, a, h1, h2, h3, .name, .number, .words, dt, dd';
      /** In a part that is folded away, whose boxes are measured all the same. */
      function folded(one: HTMLElement): boolean {
        for (
          let box = one.closest('details');
          box;
          box = box.parentElement?.closest('details') ?? null
        ) {
          if (!box.open && one.closest('summary')?.parentElement !== box) return true;
        }
        return false;
      }
      const boxes = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => {
        if (one.closest(within) === null) return false;
        const { width, height } = one.getBoundingClientRect();
        const style = getComputedStyle(one);
        const hidden = one.closest('.hidden-text, svg, [aria-hidden="true"]') !== null;
        return (
          width > 3 &&
          height > 3 &&
          !hidden &&
          !folded(one) &&
          style.visibility === 'visible' &&
          style.opacity !== '0'
        );
      });
      /** The part of a box that is seen: cut off by whatever scrolls or hides around it. */
      function seen(one: HTMLElement): DOMRect {
        let { left, top, right, bottom } = one.getBoundingClientRect();
        for (let box = one.parentElement; box !== null; box = box.parentElement) {
          const style = getComputedStyle(box);
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
          const edge = box.getBoundingClientRect();
          left = Math.max(left, edge.left);
          top = Math.max(top, edge.top);
          right = Math.min(right, edge.right);
          bottom = Math.min(bottom, edge.bottom);
        }
        return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
      }
      const name = (one: HTMLElement) =>
        `${one.tagName.toLowerCase()} “${(one.textContent?.trim() || one.getAttribute('aria-label') || '').slice(0, 30)}”`;
      const parts = boxes.map((one) => ({ one, box: seen(one) }));
      parts.forEach((a, at) => {
        for (const b of parts.slice(at + 1)) {
          if (a.one.contains(b.one) || b.one.contains(a.one)) continue;
          const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          if (across > slack && down > slack) told.push(`${name(a.one)} over ${name(b.one)}`);
        }
      });
      return told;
    },
    [SLACK, within] as const,
  );
}

/** What is checked: the rules of these standards. */
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The only ones of these rules whose result depends on colors. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * No violation of what makes a page accessible. In dark colors only the rules about colors are
 * checked: each screen is also checked in light ones, and nothing else differs.
 */
export async function clean(page: Page, where: string): Promise<void> {
  const axe = new AxeBuilder({ page })
    // The page has no frames, which the other mode opens a window for.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const { violations } = await (
    dark ? axe.withRules(OF_COLORS) : axe.withTags(STANDARDS)
  ).analyze();
  const told = violations.map(
    (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join('; ')}`,
  );
  expect(told, where).toEqual([]);
}
