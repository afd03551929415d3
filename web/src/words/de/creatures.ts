/** Kreaturen aus anderen Programmen, ihre Werte, und wie schwer ein Kampf ist. */

import type { Words } from '../en';

export const creatures: Words['creatures'] = {
  import: 'Kreaturen importieren',
  drop: 'Dateien ablegen, um Kreaturen zu importieren',
  hint: 'Exporte anderer Programme oder ein Werteblock als Text. Eine Datei auf die Seite zu ziehen tut dasselbe.',
  choose: 'Dateien wählen',
  paste: 'Oder einen Werteblock oder JSON einfügen',
  read: 'Einlesen',
  pasted: 'eingefügter Text',
  reading: (done, all) => (all > 1 ? `${done} von ${all} wird gelesen …` : 'Wird gelesen …'),
  found: (format, count) => `${format} — ${count === 1 ? '1 Kreatur' : `${count} Kreaturen`}`,
  shown: (shown, count) => `Die ersten ${shown} von ${count} sind zu sehen.`,
  toFight: (count) => (count === 1 ? 'In diesen Kampf' : `${count} in diesen Kampf`),
  toLibrary: (count, all) =>
    all && count > 1
      ? `Alle ${count} zu meinen Kreaturen`
      : count === 1
        ? 'Zu meinen Kreaturen'
        : `${count} zu meinen Kreaturen`,
  pick: (name) => `${name} nehmen`,
  hero: 'Held',
  replaces: 'ersetzt deine',
  attacks: (count) => (count === 1 ? '1 Angriff' : `${count} Angriffe`),
  remarks: (count) => (count === 1 ? '1 Hinweis' : `${count} Hinweise`),
  hidden: (count) => `${count} weitere Werte, die kaum zählen`,
  weights: {
    missing: 'Fehlt',
    guessed: 'Geschätzt',
    'not-understood': 'Nicht verstanden',
    'not-carried': 'Kein Platz im Bogen',
    derived: 'Berechnet',
    remark: 'Hinweis',
  },
  change: 'Ändern',
  needsChange: 'Kann so nicht behalten werden',
  useRulebook: (name) => `Zu ${name} wechseln`,
  tooLarge: 'Die Datei ist größer als 50 MB.',
  noFile: 'Diese Datei lässt sich nicht lesen.',
  changeOne: (name) => `${name} ändern`,
  deleteOne: (name) => `${name} löschen`,
  more: (count) => `${count} weitere zeigen`,
  several: (count) => `${count} Kreaturen passen. Tippe bei der gemeinten auf +.`,
  difficulty: 'Schwierigkeit',
  partyLevel: 'Stufe der Gruppe',
  cost: (cost, unit, heroes) =>
    `${cost.toLocaleString('de')} ${unit} gegen ${heroes === 1 ? '1 Helden' : `${heroes} Helden`}`,
  upTo: (title, budget) => `${title} bis ${budget.toLocaleString('de')}`,
  uncounted: (count) =>
    count === 1
      ? '1 Gegner hat keine Stufe und zählt nicht mit.'
      : `${count} Gegner haben keine Stufe und zählen nicht mit.`,
};
