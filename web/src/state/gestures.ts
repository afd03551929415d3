/** Fingers and the mouse on the board: tells taps, strokes of one finger, and pinches of two apart. */

/** Pixels that a finger may slip in a tap. */
const TAP_MAX = 8;

interface Point {
  x: number;
  y: number;
}

/** The job of a moved finger: `hover` = a pointer that is not down, `stroke` = one finger, `pinch` = two. */
export type Gesture =
  | { kind: 'hover' | 'tap' }
  | { kind: 'stroke'; dx: number; dy: number }
  | { kind: 'pinch'; dx: number; dy: number; factor: number; middle: Point };

export class Gestures {
  /** Where each finger is, by its number. */
  private readonly fingers = new Map<number, Point>();
  /** How far fingers went since the last one was put down. */
  private way = 0;

  get isIdle(): boolean {
    return this.fingers.size === 0;
  }

  down(event: PointerEvent): void {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.way = 0;
  }

  move(event: PointerEvent): Gesture {
    const before = this.fingers.get(event.pointerId);
    if (before === undefined) return { kind: 'hover' };
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.way += Math.abs(dx) + Math.abs(dy);
    this.fingers.set(event.pointerId, now);
    if (this.way < TAP_MAX) return { kind: 'tap' };
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) return { kind: 'stroke', dx, dy };
    const apart = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y);
    const factor = apart(before) > 0 ? apart(now) / apart(before) : 1;
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    return { kind: 'pinch', dx, dy, factor, middle };
  }

  /** Ends the gesture as a tap: moves of the fingers count for nothing until they are lifted. */
  spoil(): void {
    this.way = TAP_MAX;
  }

  /** Lifts a finger; says whether it was a tap. */
  up(event: PointerEvent): boolean {
    return this.fingers.delete(event.pointerId) && this.way < TAP_MAX;
  }
}
