/** Creatures of other programs, their stat blocks, and how hard a fight is. */

export const creatures = {
  import: 'Import creatures',
  drop: 'Drop files to import creatures',
  hint: 'Exports of other programs, or a stat block as text. Dropping a file on the page does the same.',
  choose: 'Choose files',
  paste: 'Or paste a stat block or JSON',
  read: 'Read',
  pasted: 'pasted text',
  reading: (done: number, all: number) => (all > 1 ? `Reading ${done} of ${all} …` : 'Reading …'),
  found: (format: string, count: number) =>
    `${format} — ${count === 1 ? '1 creature' : `${count} creatures`}`,
  shown: (shown: number, count: number) => `The first ${shown} of ${count} are shown.`,
  toFight: (count: number) => (count === 1 ? 'Add to this fight' : `Add ${count} to this fight`),
  toLibrary: (count: number, all: boolean) =>
    all && count > 1
      ? `Add all ${count} to my creatures`
      : count === 1
        ? 'Add to my creatures'
        : `Add ${count} to my creatures`,
  pick: (name: string) => `Take ${name}`,
  hero: 'hero',
  replaces: 'replaces yours',
  attacks: (count: number) => (count === 1 ? '1 attack' : `${count} attacks`),
  remarks: (count: number) => (count === 1 ? '1 remark' : `${count} remarks`),
  hidden: (count: number) => `${count} further values that hardly matter`,
  weights: {
    missing: 'Missing',
    guessed: 'Guessed',
    'not-understood': 'Not understood',
    'not-carried': 'No place in the sheet',
    derived: 'Worked out',
    remark: 'Note',
  },
  change: 'Change',
  needsChange: 'Cannot be kept yet',
  useRulebook: (name: string) => `Switch to ${name}`,
  tooLarge: 'The file is larger than 50 MB.',
  noFile: 'This is no file that can be read.',
  changeOne: (name: string) => `Change ${name}`,
  deleteOne: (name: string) => `Delete ${name}`,
  // Search.
  more: (count: number) => `Show ${count} more`,
  several: (count: number) => `${count} creatures fit. Tap + on the one you mean.`,
  // How hard it is.
  difficulty: 'Difficulty',
  partyLevel: 'Party level',
  cost: (cost: number, unit: string, heroes: number) =>
    `${cost.toLocaleString('en')} ${unit} against ${heroes === 1 ? '1 hero' : `${heroes} heroes`}`,
  upTo: (title: string, budget: number) => `${title} up to ${budget.toLocaleString('en')}`,
  uncounted: (count: number) =>
    count === 1
      ? '1 opponent has no level and is not counted.'
      : `${count} opponents have no level and are not counted.`,
};
