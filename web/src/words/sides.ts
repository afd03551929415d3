/** The shapes of sides, drawn in a square of twelve: what tells them apart besides their colour. */
export const SHAPES = [
  'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z',
  'M6 0l6 6-6 6-6-6Z',
  'M6 1l6 10H0Z',
  'M1 1h10v10H1Z',
] as const;

/** The shape of a side by its place in the setup; those not found have the first. */
export function shapeOf(place: number): number {
  return Math.max(0, place) % SHAPES.length;
}
