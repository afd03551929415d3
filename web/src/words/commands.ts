/** A command in a few words, for notices about it. */

import type { Command } from '../api/schema';
import { t } from './language.svelte';
import { titled } from './names';

/** `label` names activities for people. */
export function commandText(command: Command, label: (activity: string) => string): string {
  switch (command.kind) {
    case 'declare': {
      const target = command.target ?? command.squares?.at(-1);
      return `${label(command.activity)}${target ? ` → ${target}` : ''}`;
    }
    case 'master':
      return `${command.about}: ${label(command.activity)} ${command.number ?? ''}`.trim();
    case 'end':
      return t.fight.endTurn;
    case 'pass':
      return command.who ? t.fight.noReaction(command.who) : t.fight.nobodyReacts;
    case 'roll':
      return `${t.fight.roll} ${command.faces?.join(', ') ?? ''}`.trim();
    case 'rule':
      return titled(command.answer);
    case 'text':
      return command.text;
    default:
      return titled(command.kind);
  }
}
