/** Die Karte. */

import type { Words } from '../en';

export const board: Words['board'] = {
  title: (width, height) => `Karte, ${width} mal ${height} Felder`,
  movesWith: (who) => `${who} bewegt sich mit`,
  left: (who, left) =>
    `${who}: noch ${left} Bewegung. Tippe ein helles Feld an, um dorthin zu gehen.`,
  puts: (name, square) =>
    `Loslassen setzt ${name} auf ${square}, ganz gleich was die Regeln sagen.`,
  unreachable: (square) => `${square} ist außer Reichweite`,
  target: (square, price, left) => `${square}: kostet ${price} von ${left}`,
  threats: (foes) => (foes === 1 ? 'bedroht von 1 Gegner' : `bedroht von ${foes} Gegnern`),
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fit: 'Alle zeigen',
  whole: 'Ganze Karte',
  token: (name, square, out) => `${name} auf ${square}${out ? ', nicht mehr im Kampf' : ''}`,
  controls: 'Kartenansicht',
  actions: 'Aktionen',
  map: 'Karte',
  picture: 'Hintergrundbild',
  picturePlace: 'Wo das Bild liegt, in Feldern',
  fromLeft: 'Links',
  fromTop: 'Oben',
  wide: 'Breite',
  high: 'Höhe',
  removePicture: 'Bild entfernen',
  squares: (count) => (count === 1 ? '1 Feld' : `${count} Felder`),
  actor: 'Zeigen, wer handelt',
  pingMaster: 'Spielleitung',
  ping: (who, square) => `${who} zeigt auf ${square}.`,
  area: {
    open: 'Bereich',
    title: 'Bereich auf der Karte',
    shape: 'Form',
    shapes: { burst: 'Kreis', cone: 'Kegel', line: 'Linie', square: 'Quadrat' },
    sizes: { burst: 'Radius', cone: 'Länge', line: 'Länge', square: 'Seite' },
    inSquares: 'Felder',
    steps: {
      origin: 'Tippe an, wo er beginnt: ein Feld oder eine Figur.',
      direction: 'Tippe an, wohin er zeigt.',
      done: 'Tippe noch einmal, um neu zu beginnen.',
    },
    cursor: (square, step) =>
      step === 'direction' ? `Er zeigt auf ${square}` : `Er beginnt auf ${square}`,
    who: (names) => `Im Bereich: ${names}.`,
    nobody: 'Niemand ist im Bereich.',
    affect: (label, count) => (count === 1 ? `${label}: dieses Ziel` : `${label}: diese ${count}`),
    apply: (count) =>
      count > 1
        ? `Schaden oder Zustand für diese ${count}`
        : count === 1
          ? 'Schaden oder Zustand für diese Figur'
          : 'Schaden oder Zustand',
  },
};
