/** What this device does by itself: alerts on one's turn, and a timer for each turn. */

const SHELF = 'turnwright.settings';

export type Alert = 'sound' | 'vibrate' | 'title' | 'badge';
export const ALERTS: readonly Alert[] = ['sound', 'vibrate', 'title', 'badge'];
/** Minutes a turn may take; 0 is no timer. */
export const TIMERS = [0, 0.5, 1, 2, 3, 5] as const;

interface Kept {
  alerts: Record<Alert, boolean>;
  timer: number;
  storyOnly: boolean;
  /** Dice of a deed done to several targets are rolled along with it. */
  rollsAlong: boolean;
  /** Hundredths of the width that the map has beside the actions. */
  mapShare: number;
}

const USUAL: Kept = {
  alerts: { sound: true, vibrate: true, title: true, badge: true },
  timer: 0,
  storyOnly: true,
  rollsAlong: true,
  mapShare: 53,
};

function stored(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(SHELF) ?? '{}') as Partial<Kept>;
    return { ...USUAL, ...kept, alerts: { ...USUAL.alerts, ...kept.alerts } };
  } catch {
    return USUAL;
  }
}

class Settings {
  private kept = $state.raw<Kept>(stored());

  get timer(): number {
    return this.kept.timer;
  }

  get storyOnly(): boolean {
    return this.kept.storyOnly;
  }

  get rollsAlong(): boolean {
    return this.kept.rollsAlong;
  }

  alerts(which: Alert): boolean {
    return this.kept.alerts[which];
  }

  setAlert(which: Alert, on: boolean): void {
    this.keep({ alerts: { ...this.kept.alerts, [which]: on } });
  }

  setTimer(minutes: number): void {
    this.keep({ timer: minutes });
  }

  setStoryOnly(on: boolean): void {
    this.keep({ storyOnly: on });
  }

  setRollsAlong(on: boolean): void {
    this.keep({ rollsAlong: on });
  }

  get mapShare(): number {
    return this.kept.mapShare;
  }

  setMapShare(share: number): void {
    this.keep({ mapShare: share });
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    try {
      localStorage.setItem(SHELF, JSON.stringify(this.kept));
    } catch {
      // It holds until the page is closed.
    }
  }
}

export const settings = new Settings();
