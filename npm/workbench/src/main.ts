/** The workbench: files at the left, the editor, and at the right what becomes of the rules. */
import type { TextFile } from '@turnwright/engine';

import { Engine } from './client.ts';
import { Editor } from './editor.ts';
import { byId } from './elements.ts';
import { showFight, type Deeds } from './fight.ts';
import * as folder from './folder.ts';
import { showFiles, showProblems, showScenarios } from './panes.ts';
import type { Examined, Fought } from './protocol.ts';
import { FIRST, filesOf, startOf, starts } from './starts.ts';
import { keep, kept } from './store.ts';

/** Milliseconds without typing before everything is run again. */
const PAUSE = 150;

const engine = new Engine();
const files = new Map<string, string>();
let folderOnDisk: folder.Folder | null = null;
let waiting: number | undefined;
let examined: Examined | null = null;
let fought: Fought | null = null;

const editor = new Editor(byId('editor'), (path, text) => {
  files.set(path, text);
  void engine.call('set', path, text);
  window.clearTimeout(waiting);
  waiting = window.setTimeout(() => void run(), PAUSE);
});

const deeds: Deeds = {
  give: (command) => void engine.call('give', command).then(showMoment),
  undo: () => void engine.call('undo').then(showMoment),
  redo: () => void engine.call('redo').then(showMoment),
  begin: (path) => void engine.call('begin', path, 1).then(showMoment),
  rule: (id) => {
    for (const [path, text] of files) {
      const at = text.split('\n').findIndex((line) => line.trim() === `id = "${id}"`);
      if (path.startsWith('rules/') && at >= 0) {
        goTo(path, at + 1);
        return;
      }
    }
  },
};

function showMoment(next: Fought | null): void {
  // What is denied changes nothing: the fight stays on view, with the reasons above it.
  if (next && 'problem' in next && fought && 'moment' in fought) {
    say(next.problem.message, 'bad');
    if (next.problem.code === 'denied') return;
  }
  fought = next;
  const encounters = [...files.keys()].filter((path) => /^examples\/[^/]+\.toml$/.test(path));
  showFight(byId('fight'), fought, encounters, deeds);
}

function goTo(path: string, line: number, column?: number): void {
  open(path);
  editor.goTo(line, column);
}

function open(path: string): void {
  if (!files.has(path)) return;
  if (editor.path !== path) editor.show(path, files.get(path) ?? '');
  list();
  editor.mark(examined?.report.diagnostics ?? []);
}

function list(): void {
  const broken = new Set<string>();
  for (const one of examined?.report.diagnostics ?? []) if (one.place) broken.add(one.place.file);
  for (const one of examined?.results?.scenarios ?? []) {
    if (one.failures.length > 0) broken.add(one.file);
  }
  showFiles(byId('files'), [...files.keys()].sort(), editor.path, broken, open);
}

function say(text: string, look = ''): void {
  const verdict = byId<HTMLOutputElement>('verdict');
  verdict.textContent = text;
  verdict.className = look;
}

/** Checks everything, runs the scenarios, and plays the fight again under the rules as they are. */
async function run(): Promise<void> {
  examined = await engine.call('examine');
  const { report, results, milliseconds } = examined;
  const failed = results?.failed ?? 0;
  const mistakes = report.errors === 1 ? '1 mistake' : `${report.errors} mistakes`;
  const passed = results?.passed === 1 ? '1 scenario passes' : `${results?.passed} scenarios pass`;
  const scenarios = results ? `, ${passed}, ${failed} fail` : '';
  const bad = report.errors > 0 || failed > 0;
  say(`${mistakes}${scenarios} (${Math.round(milliseconds)} ms)`, bad ? 'bad' : 'good');
  list();
  editor.mark(report.diagnostics);
  showProblems(byId('problems'), report.diagnostics, goTo);
  showScenarios(byId('scenarios'), examined, goTo);
  showMoment(await engine.call('again'));
  await keep(present());
}

const present = (): TextFile[] => [...files].map(([path, text]) => ({ path, text }));

async function take(all: TextFile[]): Promise<void> {
  files.clear();
  for (const { path, text } of all) files.set(path, text);
  editor.clear();
  fought = null;
  await engine.call('open', all);
  const first = all.find((file) => file.path.startsWith('rules/')) ?? all[0];
  if (first) open(first.path);
  await run();
}

/** Runs something that people asked for; what goes wrong is said. */
function attempt(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    // Who closes a dialog wanted nothing.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    say(error instanceof Error ? error.message : String(error), 'bad');
  });
}

byId('open-folder').addEventListener('click', () => {
  attempt(async () => {
    const pick = folder.picker();
    if (!pick) {
      const input = document.createElement('input');
      [input.type, input.webkitdirectory] = ['file', true];
      input.addEventListener('change', () => {
        attempt(async () => take(await folder.chosen(input.files ?? new FileList())));
      });
      input.click();
      return;
    }
    folderOnDisk = await pick({ mode: 'readwrite' });
    byId('save-folder').hidden = false;
    await take(await folder.read(folderOnDisk));
  });
});
byId('save-folder').addEventListener('click', () => {
  attempt(async () => {
    if (!folderOnDisk) return;
    await folder.write(folderOnDisk, present());
    say(`saved to ${folderOnDisk.name}`, 'good');
  });
});
byId<HTMLInputElement>('open-zip').addEventListener('change', (event) => {
  const input = event.currentTarget as HTMLInputElement;
  attempt(async () => {
    const [file] = input.files ?? [];
    if (file) await take(await folder.zipped(file));
    input.value = '';
  });
});
const menu = byId<HTMLSelectElement>('new-from');
for (const { name, title, group } of starts()) {
  const known = [...menu.querySelectorAll('optgroup')].find((it) => it.label === group);
  const inside = known ?? document.createElement('optgroup');
  inside.label = group;
  inside.append(new Option(title, name));
  if (!known) menu.append(inside);
}
menu.addEventListener('change', () => {
  const name = menu.value;
  menu.value = '';
  attempt(() => begin(name));
});

/** Begins with a starting point; work of one's own is replaced only after a question. */
async function begin(name: string): Promise<void> {
  const chosen = filesOf(name);
  if (chosen.length === 0) throw new Error(`there is no starting point called ${name}`);
  const own = files.size > 0 && !startOf(present());
  if (own && !window.confirm('Replace the files that this browser keeps?')) return;
  folderOnDisk = null;
  byId('save-folder').hidden = true;
  await take(chosen);
}

// While the page is being worked on, nothing is kept.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('./offline.js').catch(() => {
    // Without it the page needs a network.
  });
}

attempt(async () => {
  const before = await kept();
  await take(before.length > 0 ? before : filesOf(FIRST));
  const address = new URL(window.location.href);
  const wanted = address.searchParams.get('open');
  if (wanted === null) return;
  // Opened once: what becomes of it is kept, and loading the page again brings that back.
  address.searchParams.delete('open');
  window.history.replaceState(null, '', address);
  await begin(wanted);
});
