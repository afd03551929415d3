/** The board. */

export const board = {
  title: (width: number, height: number) => `Map, ${width} by ${height} squares`,
  movesWith: (who: string) => `${who} moves with`,
  left: (who: string, left: string) =>
    `${who}: ${left} of movement left. Tap a lit square to go there.`,
  puts: (name: string, square: string) =>
    `Let go to put ${name} on ${square}, whatever the rules say.`,
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
  actor: 'Show who acts',
  pingMaster: 'Game master',
  ping: (who: string, square: string) => `${who} points at ${square}.`,
  area: {
    open: 'Area',
    title: 'Area on the map',
    shape: 'Shape',
    shapes: { burst: 'Burst', cone: 'Cone', line: 'Line', square: 'Square' },
    sizes: { burst: 'Radius', cone: 'Length', line: 'Length', square: 'Side' },
    inSquares: 'squares',
    steps: {
      origin: 'Tap where it begins: a square or someone on it.',
      direction: 'Tap where it points.',
      done: 'Tap again to begin anew.',
    },
    cursor: (square: string, step: 'origin' | 'direction' | 'done') =>
      step === 'direction' ? `It points at ${square}` : `It begins at ${square}`,
    who: (names: string) => `In the area: ${names}.`,
    nobody: 'Nobody is in the area.',
    affect: (label: string, count: number) =>
      count === 1 ? `${label}: this one` : `${label}: these ${count}`,
    apply: (count: number) =>
      count > 1
        ? `Damage or condition for these ${count}`
        : count === 1
          ? 'Damage or condition for this one'
          : 'Damage or condition',
  },
};
