/**
 * The squares that an area covers: a burst, cone, line or square on the board.
 *
 * The rule: distances go in a straight line from the middle of one square to the middle of another,
 * whatever diagonal steps cost, and walls stop nothing. A square is covered if its middle lies within
 * the area:
 *
 * - burst: at most its radius away;
 * - cone: at most its length away, and at most 45 degrees off its direction, so 90 degrees wide;
 * - line: at most its length away, and at most half a square beside the line: one square wide;
 * - square: within a square of its side about the origin; an even side has one row and one column
 *   more to the right and below.
 *
 * The origin is a square, or whoever stands there. Distances from somebody large count from its
 * nearest square; cones and lines leave out the squares they come from. Nothing here knows the page.
 */

export const AREA_SHAPES = ['burst', 'cone', 'line', 'square'] as const;
export type AreaShape = (typeof AREA_SHAPES)[number];

export interface Square {
  x: number;
  y: number;
}

/** The squares that somebody stands on: the upper left one, and how many along one edge. */
export interface Footprint extends Square {
  size: number;
}

export interface Area {
  shape: AreaShape;
  /** Radius, length or side, in squares. */
  size: number;
  origin: Footprint;
  /** The square that a cone or line points at. */
  direction: Square | null;
}

export function isSame(one: Square, other: Square): boolean {
  return one.x === other.x && one.y === other.y;
}

/** Room for what is not exact in sums of roots. */
const SLACK = 1e-6;
const HALF_RIGHT_ANGLE = Math.SQRT1_2;

/** Whether a shape needs a direction besides its origin. */
export function isDirected(shape: AreaShape): boolean {
  return shape === 'cone' || shape === 'line';
}

/** From the middle of the origin to the middle of a square. */
function offset(origin: Footprint, square: Square): readonly [number, number] {
  const middle = origin.size / 2;
  return [square.x + 0.5 - origin.x - middle, square.y + 0.5 - origin.y - middle];
}

/** Squares from the nearest column or row of somebody to another one. */
function gap(first: number, size: number, at: number): number {
  return Math.max(0, first - at, at - (first + size - 1));
}

function contains(footprint: Footprint, { x, y }: Square): boolean {
  const [dx, dy] = [x - footprint.x, y - footprint.y];
  return dx >= 0 && dy >= 0 && dx < footprint.size && dy < footprint.size;
}

/** Whether the middle of a square lies within an area. */
export function covers({ shape, size, origin, direction }: Area, square: Square): boolean {
  const [dx, dy] = offset(origin, square);
  if (shape === 'square') {
    const half = size / 2 + SLACK;
    return dx > SLACK - size / 2 && dx < half && dy > SLACK - size / 2 && dy < half;
  }
  const [across, down] = [
    gap(origin.x, origin.size, square.x),
    gap(origin.y, origin.size, square.y),
  ];
  if (Math.hypot(across, down) > size + SLACK) return false;
  if (shape === 'burst') return true;
  if (direction === null || contains(origin, direction) || contains(origin, square)) return false;
  const [ax, ay] = offset(origin, direction);
  const length = Math.hypot(ax, ay);
  const along = (dx * ax + dy * ay) / length;
  const beside = Math.abs(dx * ay - dy * ax) / length;
  return shape === 'cone'
    ? along >= Math.hypot(dx, dy) * HALF_RIGHT_ANGLE - SLACK
    : along > 0 && beside <= 0.5 + SLACK;
}

/** The squares of a board that an area covers, row by row. */
export function coveredSquares(area: Area, width: number, height: number): Square[] {
  const squares: Square[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (covers(area, { x, y })) squares.push({ x, y });
    }
  }
  return squares;
}

/** Whether an area covers at least one square that somebody stands on. */
export function catches(area: Area, { x, y, size }: Footprint): boolean {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (covers(area, { x: x + column, y: y + row })) return true;
    }
  }
  return false;
}

/** Returns where an area begins: the squares of whoever stands on a square, or else it alone. */
export function originAt(square: Square, footprints: readonly Footprint[]): Footprint {
  const there = footprints.find((one) => contains(one, square));
  return there === undefined
    ? { ...square, size: 1 }
    : { x: there.x, y: there.y, size: there.size };
}
