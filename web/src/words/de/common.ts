/** Wörter, die an vielen Stellen stehen. */

import type { Words } from '../en';

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
  spans: (name, number) => `${name} ${number}`,
  upTo: (max) => `bis ${max}`,
};
