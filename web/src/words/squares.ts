/** Names of squares: columns are letters from the left, rows are numbers from the top. */

/** `(2, 3)` -> `c4`; behind `z` comes `aa`. */
export function squareName(x: number, y: number): string {
  let letters = '';
  for (let rest = x; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters;
  }
  return `${letters}${y + 1}`;
}
