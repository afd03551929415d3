/** Die Begrüßung und die Seite des Gastgebers. */

import type { Words } from '../en';

export const start: Words['start'] = {
  claim: 'Wer dran ist, was geht, und warum nicht.',
  onDevice: 'Auf diesem Gerät',
  allHere: 'Alle Kämpfe dieses Servers',
  thisServer: 'Dieser Server',
  aFight: 'Ein Kampf',
  forget: (name) => `${name} vergessen`,
  thisKey: 'diesen Link',
  join: 'Einem Kampf beitreten',
  joinWhy:
    'Scanne den Code deiner Spielleitung oder füge den Link ein. Hast du den Server gestartet, steht dein erster Link im Terminal.',
  link: 'Link',
  joinButton: 'Beitreten',
  serverFights: 'Die Kämpfe dieses Servers',
  deviceFights: 'Die Kämpfe auf diesem Gerät',
  keptHere:
    'Alles bleibt in diesem Browser, auch ohne Netz. Exportiere einen Kampf, um anderswo eine Kopie zu haben.',
  thisDevice: 'Dieses Gerät',
  fights: 'Kämpfe',
  archive: 'Archiv',
  toArchive: (count) => `Archiv (${count})`,
  toFights: 'Zurück zu den Kämpfen',
  changes: (count) => (count === 1 ? '1 Änderung' : `${count} Änderungen`),
  putAway: 'Archivieren',
  takeOut: 'Zurückholen',
  noArchive: 'Das Archiv ist leer.',
  noFights: 'Noch kein Kampf. Beginne einen eigenen oder probiere ein Beispiel.',
  backup: 'Sichern',
  backupWhy: 'Kopiert alle Kämpfe in eine Datei neben der Datendatei.',
  backupDone: (file) => `Kopiert nach ${file}`,
  again: 'Neu beginnen',
};
