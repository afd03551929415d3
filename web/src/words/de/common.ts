/** Wörter, die an vielen Stellen stehen. */

import type { Words } from '../en';

const SPANS: Record<string, string | undefined> = {
  round: 'Runde',
  turn: 'Zug',
  segment: 'Segment',
  minute: 'Minute',
};
const SIDES: Record<string, string | undefined> = {
  heroes: 'Helden',
  'player characters': 'Spielfiguren',
  foes: 'Gegner',
  monsters: 'Monster',
  rivals: 'Rivalen',
  'third side': 'Dritte Seite',
};
const HEALTH: Record<string, string | undefined> = {
  unhurt: 'unverletzt',
  hurt: 'verletzt',
  'badly hurt': 'schwer verletzt',
  down: 'am Boden',
};

export const common: Words['common'] = {
  and: 'und',
  or: 'oder',
  close: 'Schließen',
  cancel: 'Abbrechen',
  again: 'Noch einmal versuchen',
  search: 'Suchen',
  more: 'Mehr',
  add: 'Hinzufügen',
  remove: 'Entfernen',
  rename: 'Umbenennen',
  save: 'Speichern',
  edit: 'Bearbeiten',
  duplicate: 'Duplizieren',
  copy: 'Kopieren',
  copied: 'Kopiert',
  send: 'Senden',
  name: 'Name',
  yes: 'Ja',
  no: 'Nein',
  none: 'Keine',
  nobody: 'Niemand',
  nothing: 'nichts',
  noMatches: 'Keine Treffer.',
  loading: 'Lädt …',
  loadingRules: 'Das Regelbuch wird geöffnet …',
  roles: {
    host: 'Gastgeber',
    'game-master': 'Spielleitung',
    seat: 'Spieler',
    spectator: 'Tischbildschirm',
  },
  span: (name) => SPANS[name] ?? name,
  side: (label) => SIDES[label] ?? label,
  health: (words) => HEALTH[words] ?? words,
  spans: (name, number) => `${name} ${number}`,
  upTo: (max) => `bis ${max}`,
};
