// Rulesets and recorded games of the repository, as the tests hand them to the engine.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The files of a ruleset's folder that the engine reads. */
export function ruleset(folder) {
  const files = [];
  const walk = (inside) => {
    for (const entry of readdirSync(path.join(root, folder, inside), { withFileTypes: true })) {
      const name = inside ? `${inside}/${entry.name}` : entry.name;
      if (entry.isDirectory()) walk(name);
      else if (/\.(toml|md)$/.test(name)) {
        files.push({ path: name, text: readFileSync(path.join(root, folder, name), 'utf8') });
      }
    }
  };
  walk('');
  return files;
}

/** The ids of all rulesets that come with the program. */
export function rulesets() {
  const entries = readdirSync(path.join(root, 'rulesets'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The recorded games of a ruleset, by path from the root. */
export function games(id) {
  const names = readdirSync(path.join(root, 'rulesets', id, 'games'));
  const found = names.filter((name) => name.endsWith('.game')).sort();
  return found.map((name) => `rulesets/${id}/games/${name}`);
}

export const text = (file) => readFileSync(path.join(root, file), 'utf8');
