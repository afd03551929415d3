/** Files, problems and scenarios as lists. */
import type { Diagnostic, ScenarioResult } from '@turnwright/engine';

import { button, element, heading } from './elements.ts';
import type { Examined } from './protocol.ts';

/** Goes to a place in a file. */
export type GoTo = (file: string, line: number, column?: number) => void;

/** The files by folder; those with mistakes are marked. */
export function showFiles(
  into: HTMLElement,
  paths: string[],
  current: string,
  broken: Set<string>,
  open: (path: string) => void,
): void {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  const lists = [...folders]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([folder, inside]) => {
      const items = inside.map((path) => {
        const name = path.slice(folder ? folder.length + 1 : 0);
        const look = broken.has(path) ? 'file broken' : 'file';
        const item = button(
          name,
          () => {
            open(path);
          },
          look,
        );
        if (path === current) item.setAttribute('aria-current', 'true');
        return element('li', '', item);
      });
      return element(
        'div',
        '',
        folder ? element('h2', '', folder) : null,
        element('ul', '', ...items),
      );
    });
  into.replaceChildren(...lists);
}

/** All mistakes, each a way to its place. */
export function showProblems(into: HTMLElement, diagnostics: Diagnostic[], goTo: GoTo): void {
  const items = diagnostics.map((one) => {
    const { place } = one;
    const where = place ? `${place.file}:${place.line}:${place.column}` : '';
    const item = button(
      `${one.code} ${one.message}`,
      () => {
        if (place) goTo(place.file, place.line, place.column);
      },
      `problem ${one.severity}`,
    );
    const help = one.help.map((hint) => element('p', 'note', hint));
    return element('li', '', item, element('span', 'note', where), ...help);
  });
  into.replaceChildren(
    ...(items.length > 0
      ? [heading('Problems', String(items.length)), element('ul', '', ...items)]
      : []),
  );
}

/** The scenarios, failed ones first, each with what was expected. */
export function showScenarios(into: HTMLElement, examined: Examined, goTo: GoTo): void {
  const { results } = examined;
  if (!results) {
    into.replaceChildren(heading('Scenarios'), element('p', 'note', 'The rules do not load.'));
    return;
  }
  const failed = results.scenarios.filter((one) => one.failures.length > 0);
  const passed = results.scenarios.filter((one) => one.failures.length === 0);
  const item = (one: ScenarioResult): HTMLElement => {
    const line = one.failures[0]?.line ?? one.line;
    const good = one.failures.length === 0;
    const verdict = element('span', good ? 'good' : 'bad', good ? 'pass' : 'FAIL');
    const name = button(
      one.name,
      () => {
        goTo(one.file, line);
      },
      'scenario',
    );
    const why = one.failures.map((failure) => element('pre', 'why', failure.message));
    return element('li', '', verdict, ' ', name, ...why);
  };
  into.replaceChildren(
    heading('Scenarios', `${results.passed} pass, ${results.failed} fail`),
    element('ul', 'scenarios', ...[...failed, ...passed].map(item)),
  );
}
