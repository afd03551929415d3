/** The editor: CodeMirror with TOML, mistakes underlined, completion and documentation of keys. */
import { autocompletion, closeBrackets, type CompletionContext } from '@codemirror/autocomplete';
import type { CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import {
  bracketMatching,
  defaultHighlightStyle,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { lintGutter, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import type { Diagnostic } from '@turnwright/engine';

import { keyAt, keysAt, placeAt } from './places.ts';

export class Editor {
  readonly #view: EditorView;
  readonly #states = new Map<string, EditorState>();
  readonly #language = new Compartment();
  #path = '';

  /** `changed` hears of every change of the text. */
  constructor(
    parent: HTMLElement,
    private readonly changed: (path: string, text: string) => void,
  ) {
    this.#view = new EditorView({ parent, state: this.#fresh('', '') });
  }

  get path(): string {
    return this.#path;
  }

  /** Shows a file; where one was and what one undid stays known as long as the page is open. */
  show(path: string, text: string): void {
    if (this.#path) this.#states.set(this.#path, this.#view.state);
    const known = this.#states.get(path);
    this.#path = path;
    this.#view.setState(known?.doc.toString() === text ? known : this.#fresh(path, text));
  }

  /** Forgets all files: another ruleset is opened. */
  clear(): void {
    this.#states.clear();
    this.#path = '';
  }

  /** Goes to a line, from 1. */
  goTo(line: number, column = 1): void {
    const doc = this.#view.state.doc;
    const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const anchor = Math.min(found.from + column - 1, found.to);
    this.#view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
    this.#view.focus();
  }

  /** Underlines the mistakes of this file. */
  mark(diagnostics: Diagnostic[]): void {
    const { state } = this.#view;
    const marks = diagnostics.flatMap((one) => (one.place?.file === this.#path ? [one] : []));
    const shown = marks.map((one): Mark => {
      const place = one.place ?? { line: 1, column: 1, text: '' };
      const line = state.doc.line(Math.min(Math.max(place.line, 1), state.doc.lines));
      const from = Math.min(line.from + place.column - 1, line.to);
      const word = /^("[^"]*"|[\w.-]+|\S)/.exec(line.text.slice(from - line.from))?.[0];
      const to = Math.min(from + (word?.length ?? 1), line.to);
      const hints = one.help.map((hint) => `\nhelp: ${hint}`).join('');
      const label = place.text ? ` (${place.text})` : '';
      const severity = one.severity === 'warning' ? 'warning' : 'error';
      const message = `${one.code} ${one.message}${label}${hints}`;
      const fix = one.help.map((hint) => /did you mean "(.+)"\?/.exec(hint)?.[1]).find(Boolean);
      const quoted = word?.startsWith('"') ? JSON.stringify(fix) : fix;
      const actions = quoted
        ? [
            {
              name: `change to ${quoted}`,
              apply: (view: EditorView, start: number, end: number) => {
                view.dispatch({ changes: { from: start, to: end, insert: quoted } });
              },
            },
          ]
        : [];
      return { from, to: Math.max(to, from), severity, message, actions };
    });
    this.#view.dispatch(setDiagnostics(state, shown));
  }

  #fresh(path: string, text: string): EditorState {
    const language = path.endsWith('.md') ? markdown() : StreamLanguage.define(toml);
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
        this.#language.of(language),
        lintGutter(),
        autocompletion({ override: [(context) => this.#complete(context)] }),
        hoverTooltip((view, position) => this.#explain(view, position)),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': path }),
        EditorView.lineWrapping,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.changed(this.#path, update.state.doc.toString());
        }),
      ],
    });
  }

  #complete(context: CompletionContext): CompletionResult | null {
    if (!this.#path.endsWith('.toml')) return null;
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const text = context.state.doc.toString();
    const header = /^\s*\[\[?([\w.-]*)$/.exec(before);
    if (header) return this.#headers(context, header[1] ?? '');
    const value = /([\w-]+)\s*=\s*"([^"]*)$/.exec(before);
    if (value) {
      const key = keyAt(this.#path, placeAt(text, line.from), value[1] ?? '');
      const options = (key?.values ?? []).map((label) => ({ label, type: 'enum' }));
      return options.length > 0 ? { from: context.pos - (value[2]?.length ?? 0), options } : null;
    }
    const word = /(?:^|[{,[(]\s*|^\s+)([\w-]*)$/.exec(before);
    if (!word || (word[1] === '' && !context.explicit)) return null;
    const keys = keysAt(this.#path, placeAt(text, context.pos - (word[1]?.length ?? 0)));
    const options = keys.map((key) => {
      return { label: key.name, apply: `${key.name} = `, info: key.says, type: 'property' };
    });
    return { from: context.pos - (word[1]?.length ?? 0), options };
  }

  /** Tables that can be begun: those of the file, and those of each of them. */
  #headers(context: CompletionContext, typed: string): CompletionResult {
    const tables = (path: string[], depth: number): { label: string; info: string }[] =>
      keysAt(this.#path, path)
        .filter((key) => key.tables)
        .flatMap((key) => {
          const inside = [...path, key.name];
          const own = { label: inside.join('.'), info: key.says };
          return depth > 0 ? [own, ...tables(inside, depth - 1)] : [own];
        });
    return { from: context.pos - typed.length, options: tables([], 1) };
  }

  #explain(view: EditorView, position: number): ReturnType<Parameters<typeof hoverTooltip>[0]> {
    const word = view.state.wordAt(position);
    if (!word || !this.#path.endsWith('.toml')) return null;
    const line = view.state.doc.lineAt(position);
    const name = view.state.sliceDoc(word.from, word.to);
    const isHeader = /^\s*\[/.test(line.text);
    const header = /^\s*\[\[?([\w.-]+)/.exec(line.text)?.[1]?.split('.') ?? [];
    const path = isHeader
      ? header.slice(0, header.indexOf(name))
      : placeAt(view.state.doc.toString(), word.from);
    const key = keyAt(this.#path, path, name);
    if (!key?.says) return null;
    return {
      pos: word.from,
      end: word.to,
      above: true,
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'explained';
        dom.textContent = `${name}: ${key.says}`;
        return { dom };
      },
    };
  }
}
