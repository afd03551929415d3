/** Build plugin: writes one file per rulebook, and an index with the engine's summaries of them. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import type { RulesetSummary, Rulesets, TextFile } from '../src/api/schema';

const RULESETS = new URL('../../rulesets/', import.meta.url);
/** Files and folders of a ruleset that the tracker reads. */
const FORMS = ['ruleset.toml', 'sheet.toml', 'import.toml'];
const FOLDERS = ['rules', 'examples', 'creatures', 'scenarios', 'convert'];

function filesOf(ruleset: string): TextFile[] {
  const root = new URL(`${ruleset}/`, RULESETS);
  const inside = (folder: string): string[] => {
    const listed = new URL(`${folder}/`, root);
    if (!existsSync(listed)) return [];
    return readdirSync(listed)
      .filter((name) => /\.(toml|md)$/.test(name))
      .map((name) => `${folder}/${name}`);
  };
  const paths = [...FORMS, ...FOLDERS.flatMap(inside)];
  const present = paths.filter((path) => existsSync(new URL(path, root))).sort();
  return present.map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }));
}

/** Returns the list entries of the rulebooks, from the engine's own handler. */
async function summaries(books: ReadonlyMap<string, TextFile[]>): Promise<RulesetSummary[]> {
  const { load, provide, Tracker } = await import('@turnwright/engine/tracker');
  const wasm = fileURLToPath(import.meta.resolve('@turnwright/engine/tracker/wasm'));
  load(readFileSync(wasm));
  for (const [name, files] of books) provide(name, files);
  const tracker = new Tracker([]);
  const asked = { method: 'GET', address: '/api/v1/rulesets', headers: [], body: new Uint8Array() };
  const answer = tracker.answer(asked);
  const text = new TextDecoder().decode(answer.body);
  if (answer.status !== 200) throw new Error(`the rulebooks cannot be listed: ${text}`);
  return (JSON.parse(text) as Rulesets).rulesets;
}

export function books(): Plugin {
  return {
    name: 'books',
    apply: 'build',
    async generateBundle() {
      const names = readdirSync(RULESETS, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort();
      const all = new Map(names.map((name) => [name, filesOf(name)]));
      const files: Record<string, string> = {};
      for (const [name, content] of all) {
        const source = JSON.stringify(content);
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);
        files[name] = `${name}-${hash}.json`;
        this.emitFile({ type: 'asset', fileName: `books/${files[name]}`, source });
      }
      const index = JSON.stringify({ rulesets: await summaries(all), files });
      this.emitFile({ type: 'asset', fileName: 'books/index.json', source: index });
    },
  };
}
