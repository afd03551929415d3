/** What the page understands of dice notation: only how many dice of which size lie on the table. */

/** `2d6+1d4+3` -> `[6, 6, 4]`. */
export function dieSizes(notation: string): number[] {
  const sizes: number[] = [];
  for (const [, count, size] of notation.matchAll(/(\d*)d(\d+|%)/g)) {
    const faces = size === '%' ? 100 : Number(size);
    const dice = count === '' || count === undefined ? 1 : Number(count);
    for (let at = 0; at < Math.min(dice, 40); at += 1) sizes.push(faces);
  }
  return sizes;
}
