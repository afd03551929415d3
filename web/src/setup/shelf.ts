/** What this device remembers of setups: the last rulebook, and the last party of each. */

const KEY = 'turnwright.setup';

interface Shelf {
  ruleset: string;
  /** Ids of parties, by rulebook. */
  party: Record<string, string>;
  /** Levels of parties, by rulebook. */
  level?: Record<string, number>;
}

function read(): Shelf {
  const empty: Shelf = { ruleset: '', party: {} };
  try {
    return { ...empty, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Shelf>) };
  } catch {
    return empty;
  }
}

function write(shelf: Shelf): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(shelf));
  } catch {
    // Storage is switched off: the fight can be set up all the same.
  }
}

export function lastRuleset(): string {
  return read().ruleset;
}

export function rememberRuleset(ruleset: string): void {
  write({ ...read(), ruleset });
}

export function lastParty(ruleset: string): string | null {
  return read().party[ruleset] ?? null;
}

export function rememberParty(ruleset: string, party: string): void {
  const shelf = read();
  write({ ...shelf, party: { ...shelf.party, [ruleset]: party } });
}

export function lastLevel(ruleset: string): number | null {
  return read().level?.[ruleset] ?? null;
}

export function rememberLevel(ruleset: string, level: number): void {
  const shelf = read();
  write({ ...shelf, level: { ...shelf.level, [ruleset]: level } });
}
