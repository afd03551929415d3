/** The fight at the right: who may do what under the rules as they are now, and why not. */
import type { Command, Reason } from '@turnwright/engine';

import { button, element, heading } from './elements.ts';
import type { Fought, Moment } from './protocol.ts';

/** Deeds of the fight's buttons. */
export interface Deeds {
  give(command: Command): void;
  undo(): void;
  redo(): void;
  begin(path: string): void;
  /** Shows the rule of this id in its file. */
  rule(id: string): void;
}

type Options = Moment['options']['combatants'][number];
type Choice = Options['legal'][number];

/** Shows a fight, or why there is none. */
export function showFight(
  into: HTMLElement,
  fought: Fought | null,
  encounters: string[],
  deeds: Deeds,
): void {
  const starts = encounters.map((path) =>
    button(`Begin ${path}`, () => {
      deeds.begin(path);
    }),
  );
  const bar = element('p', 'bar', ...starts);
  if (!fought) {
    into.replaceChildren(heading('Fight'), bar);
  } else if ('problem' in fought) {
    const { problem } = fought;
    const reasons = problem.reasons.map((one) => reason(one, deeds));
    const message = element('p', 'bad', problem.message);
    into.replaceChildren(heading('Fight'), bar, message, element('ul', '', ...reasons));
  } else {
    into.replaceChildren(
      heading('Fight', fought.moment.state.title),
      bar,
      ...parts(fought.moment, deeds),
    );
  }
}

function parts(moment: Moment, deeds: Deeds): HTMLElement[] {
  const { state, options, log, lost } = moment;
  const undo = button('Undo', deeds.undo);
  undo.disabled = state.undo === 0;
  const redo = button('Redo', deeds.redo);
  redo.disabled = state.redo === 0;
  const gone = lost.map((one) => element('li', '', `${one.command}: ${one.why}`));
  return [
    element('p', 'decision', element('strong', '', state.decision.text), ' ', undo, redo),
    lost.length > 0
      ? element('div', 'bad', 'No longer possible under these rules:', element('ul', '', ...gone))
      : element('div', ''),
    ...answers(moment, deeds),
    ...options.combatants
      .filter((one) => concerns(one))
      .map((one) => combatant(one, moment, deeds)),
    lines(log),
  ];
}

/** Whether there is anything to say about someone's options. */
const concerns = (one: Options): boolean =>
  one.legal.length > 0 || one.denied.length > 0 || one.end || one.pass;

/** Answers to a question of the rules. */
function answers({ state }: Moment, deeds: Deeds): HTMLElement[] {
  const { ruling } = state.decision;
  if (!ruling) return [];
  const buttons = ruling.answers.map((answer, at) =>
    button(ruling.labels[at] ?? answer, () => {
      deeds.give({ kind: 'rule', answer });
    }),
  );
  return [element('p', 'bar', ...buttons)];
}

function combatant(one: Options, { state }: Moment, deeds: Deeds): HTMLElement {
  const known = state.combatants.find((other) => other.name === one.name);
  const purse = known?.pools?.map((pool) => `${pool.left}${pool.kind}`).join('+') ?? '';
  const health = known?.health?.value ? ` ${known.health.short} ${known.health.value}` : '';
  const conditions = known?.condition_labels.map((label) => ` ${label}`).join(',') ?? '';
  const rest = [
    one.end
      ? button('End turn', () => {
          deeds.give({ kind: 'end' });
        })
      : null,
    one.pass
      ? button('Pass', () => {
          deeds.give({ kind: 'pass', who: one.name });
        })
      : null,
  ];
  const denied = one.denied.map((refused) =>
    element(
      'li',
      '',
      `${refused.label} (${refused.price_words})`,
      element('ul', '', ...refused.reasons.map((why) => reason(why, deeds))),
    ),
  );
  return element(
    'section',
    'combatant',
    element('h3', '', one.name, element('span', 'note', `${purse}${health}${conditions}`)),
    element('p', 'bar', ...one.legal.flatMap((choice) => ways(one.name, choice, deeds)), ...rest),
    denied.length > 0
      ? element(
          'details',
          '',
          element('summary', '', `Why not? ${denied.length} more`),
          element('ul', 'denied', ...denied),
        )
      : null,
  );
}

/** A button for each target and payment of something legal. */
function ways(actor: string, choice: Choice, deeds: Deeds): HTMLElement[] {
  const targets = [
    ...(choice.untargeted || choice.targets.length === 0 ? [null] : []),
    ...choice.targets,
  ];
  return targets.flatMap((target) => {
    const at = target ? ` ${target}` : '';
    const declare = (pay: number | null): Command => ({
      kind: 'declare',
      actor,
      activity: choice.activity,
      target,
      squares: choice.squares.slice(0, 1),
      pay,
    });
    const several = choice.payments.length > 1 ? choice.payments : [null];
    return several.map((payment) => {
      const price = payment?.words ?? choice.price_words;
      const pressed = button(`${choice.label}${at}`, () => {
        deeds.give(declare(payment?.pay ?? null));
      });
      if (price) pressed.append(element('span', 'note', price));
      return pressed;
    });
  });
}

/** A reason, one click from each rule that gives it. */
function reason(one: Reason, deeds: Deeds): HTMLElement {
  const rules = one.rules.map((rule) => {
    const link = button(
      rule.id,
      () => {
        deeds.rule(rule.id);
      },
      'rule',
    );
    link.title = rule.says;
    return link;
  });
  const remedy = one.remedy ? element('span', 'note', one.remedy) : null;
  return element('li', '', `${one.text} `, ...rules, remedy);
}

function lines(log: Moment['log']): HTMLElement {
  const told = log.updates.filter((update) => update.active).flatMap((update) => update.lines);
  return element('ol', 'log', ...told.slice(-40).map((line) => element('li', '', line.text)));
}
