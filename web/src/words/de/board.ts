/** Die Karte. */

import type { Words } from '../en';

export const board: Words['board'] = {
  title: (width, height) => `Karte, ${width} mal ${height} Felder`,
  movesWith: (who) => `${who} bewegt sich mit`,
  left: (who, left) =>
    `${who}: noch ${left} Bewegung. Tippe ein helles Feld an, um dorthin zu gehen.`,
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
};
