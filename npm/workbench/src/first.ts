/** The starting point: the ruleset that the book writes step by step. */
import type { TextFile } from '@turnwright/engine';

const FOLDER = '../../../examples/first-ruleset/';
const found = import.meta.glob<string>(
  [
    '../../../examples/first-ruleset/ruleset.toml',
    '../../../examples/first-ruleset/{rules,examples}/*.toml',
    '../../../examples/first-ruleset/scenarios/*.md',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** Its files. */
export function firstRuleset(): TextFile[] {
  return Object.entries(found).map(([path, text]) => ({ path: path.slice(FOLDER.length), text }));
}
