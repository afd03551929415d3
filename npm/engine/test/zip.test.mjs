import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { unzip } from '../zip.js';

/** A zip archive of texts, packed or stored. */
function archive(files, method = 8) {
  const [locals, entries] = [[], []];
  let offset = 0;
  for (const [path, text] of files) {
    const [name, plain] = [Buffer.from(path), Buffer.from(text)];
    const data = method === 8 ? deflateRawSync(plain) : plain;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, name, data);
    entries.push(entry, name);
    offset += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}

const files = [
  ['game/ruleset.toml', 'id = "game"'],
  ['game/rules/a.toml', '# ä'.repeat(50)],
  ['game/picture.png', 'no text'],
];
const expected = [
  { path: 'ruleset.toml', text: 'id = "game"' },
  { path: 'rules/a.toml', text: '# ä'.repeat(50) },
];

test('texts are read from inside the folder with the manifest', async () => {
  assert.deepEqual(await unzip(archive(files)), expected);
  assert.deepEqual(await unzip(archive(files, 0)), expected);
});

test('bad archives are refused', async () => {
  await assert.rejects(unzip(new Uint8Array(40)), /no zip archive/);
  await assert.rejects(unzip(archive([['../a.toml', '']])), /outside/);
  await assert.rejects(unzip(archive([['a.toml', 'x']], 99)), /cannot be read/);
  const cut = archive(files);
  cut[cut.length - 22 + 16] += 1;
  await assert.rejects(unzip(cut), /damaged/);
});
