/** The board. */

export const board = {
  title: (width: number, height: number) => `Map, ${width} by ${height} squares`,
  movesWith: (who: string) => `${who} moves with`,
  left: (who: string, left: string) =>
    `${who}: ${left} of movement left. Tap a lit square to go there.`,
  unreachable: (square: string) => `${square} is out of reach`,
  target: (square: string, price: string, left: string) => `${square}: costs ${price} of ${left}`,
  threats: (foes: number) => (foes === 1 ? 'threatened by 1 foe' : `threatened by ${foes} foes`),
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show everyone',
  whole: 'Whole map',
  token: (name: string, square: string, out: boolean) =>
    `${name} at ${square}${out ? ', out of the fight' : ''}`,
  controls: 'Map view',
  actions: 'Actions',
  map: 'Map',
  picture: 'Background picture',
  picturePlace: 'Where the picture lies, in squares',
  fromLeft: 'Left',
  fromTop: 'Top',
  wide: 'Width',
  high: 'Height',
  removePicture: 'Remove picture',
  squares: (count: number) => (count === 1 ? '1 square' : `${count} squares`),
};
