/** Starting points: the ruleset of the book, the templates by clock, and the recipes of the cookbook. */
import type { TextFile } from '@turnwright/engine';

import cookbook from '../../../examples/cookbook/README.md?raw';

const FOLDER = '../../../examples/';
const found = import.meta.glob<string>(
  [
    '../../../examples/first-ruleset/{ruleset.toml,{rules,examples}/*.toml,scenarios/*.md}',
    '../../../examples/{templates,cookbook}/*/{ruleset.toml,README.md,{rules,examples}/*.toml,scenarios/*.md}',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** A ruleset to begin with. */
export interface Start {
  /** Its folder below `examples`, such as `cookbook/popcorn`; links open it by this name. */
  name: string;
  title: string;
  /** The heading it stands under in menus. */
  group: string;
}

/** The ruleset that a first visit begins with. */
export const FIRST = 'first-ruleset';

/** The files of a starting point; none if nothing is called that. */
export function filesOf(name: string): TextFile[] {
  const folder = `${FOLDER}${name}/`;
  return Object.entries(found)
    .filter(([path]) => path.startsWith(folder))
    .map(([path, text]) => ({ path: path.slice(folder.length), text }));
}

/** The starting point whose files these are; `undefined` if somebody changed them. */
export function startOf(files: TextFile[]): Start | undefined {
  const shape = (list: TextFile[]): string =>
    JSON.stringify(list.map(({ path, text }) => [path, text]).sort());
  const wanted = shape(files);
  return starts().find(({ name }) => shape(filesOf(name)) === wanted);
}

/** All starting points, in the order of menus. */
export function starts(): Start[] {
  const all: Start[] = [{ name: FIRST, title: 'First Blood, of the book', group: 'The guide' }];
  const templates = Object.keys(found).filter((path) =>
    /\/templates\/[^/]+\/README\.md$/.test(path),
  );
  for (const path of templates.sort()) {
    const prose = found[path]?.split('\n').find((line) => line !== '' && !line.startsWith('#'));
    const name = path.slice(FOLDER.length).replace('/README.md', '');
    all.push({ name, title: prose?.split(':')[0] ?? name, group: 'Templates by clock' });
  }
  let group = '';
  for (const line of cookbook.split('\n')) {
    const heading = /^## \[(.+?)\]/.exec(line)?.[1];
    const [, title, recipe] = /^- \[(.+)\]\(([a-z-]+)\/README\.md\)/.exec(line) ?? [];
    if (heading) group = `Cookbook: ${heading}`;
    if (title && recipe) all.push({ name: `cookbook/${recipe}`, title, group });
  }
  return all;
}
