/** Files as other programs export them, written for these tests. */

/** An actor of Foundry for the fifth edition. */
export function actor(name: string): unknown {
  const ability = (value: number) => ({ value, proficient: 0 });
  return {
    _stats: { systemId: 'dnd5e', systemVersion: '5.1.0', coreVersion: '13.341' },
    name,
    type: 'npc',
    system: {
      abilities: {
        str: ability(18),
        dex: ability(12),
        con: ability(16),
        int: ability(3),
        wis: ability(11),
        cha: ability(6),
      },
      attributes: {
        ac: { flat: 14, calc: 'flat' },
        hp: { max: 52, value: 52 },
        movement: { walk: 40, units: 'ft' },
      },
      details: { cr: 3, type: { value: 'beast' } },
      traits: { size: 'lg' },
    },
    items: [
      {
        name: 'Maul',
        type: 'weapon',
        system: {
          type: { value: 'natural' },
          properties: [],
          range: { reach: 10, units: 'ft' },
          damage: { base: { number: 2, denomination: 6, types: ['slashing'] } },
          activities: {
            a1: {
              type: 'attack',
              activation: { type: 'action', value: 1 },
              attack: { type: { value: 'melee', classification: 'weapon' } },
              damage: { includeBase: true, parts: [] },
            },
          },
        },
      },
    ],
  };
}

/** A spell of the same program: only together with whoever casts it is it any use. */
export function spell(name: string): unknown {
  return {
    _stats: { systemId: 'dnd5e', systemVersion: '5.1.0', coreVersion: '13.341' },
    name,
    type: 'spell',
    system: { level: 1, school: 'evo', activities: {} },
  };
}

/** A file of a name with some content. */
export function file(
  name: string,
  content: unknown,
): {
  name: string;
  mimeType: string;
  buffer: Buffer;
} {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) };
}
