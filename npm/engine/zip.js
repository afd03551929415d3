/**
 * Reader for the text files of a zip archive. Paths begin inside the folder with `ruleset.toml`.
 */

const [END, ENTRY, STORED, DEFLATED] = [0x06054b50, 0x02014b50, 0, 8];
/** Largest archive and largest unpacked text, in bytes. */
const [ARCHIVE_MAX, TEXT_MAX] = [64 << 20, 4 << 20];

export async function unzip(bytes, wanted = (path) => /\.(toml|md|game)$/.test(path)) {
  if (bytes.byteLength > ARCHIVE_MAX) throw new Error('the archive is too large');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  let at = view.getUint32(end + 16, true);
  const files = [];
  for (let nth = view.getUint16(end + 10, true); nth > 0; nth -= 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw damaged();
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const nameLength = view.getUint16(at + 28, true);
    const rest = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const path = decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    at += 46 + nameLength + rest;
    if (path.endsWith('/') || path.startsWith('__MACOSX/') || !wanted(path)) continue;
    if (path.split('/').includes('..') || path.startsWith('/')) {
      throw new Error(`the archive has a file outside of it: ${path}`);
    }
    if (local + 30 > view.byteLength) throw damaged();
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = bytes.subarray(start, start + size);
    files.push({ path, text: decode(await unpacked(packed, method, path)) });
  }
  return withoutSharedFolder(files);
}

/** Returns the offset of the directory's end record in bytes. A comment may follow the record. */
function endOf(view) {
  for (let at = view.byteLength - 22; at >= 0 && at > view.byteLength - 65_600; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new Error('this is no zip archive');
}

async function unpacked(packed, method, path) {
  if (method === STORED) {
    if (packed.length > TEXT_MAX) throw new Error(`${path} is too large`);
    return packed;
  }
  if (method !== DEFLATED) throw new Error(`${path} is packed in a way that cannot be read`);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const parts = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > TEXT_MAX) throw new Error(`${path} is too large`);
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const decode = (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
const damaged = () => new Error('the archive is damaged');

/** Returns the files in the topmost folder with `ruleset.toml`, with paths relative to it. Without
 * such a folder, returns all files. */
export function withoutSharedFolder(files) {
  const manifest = files
    .map((file) => file.path)
    .filter((path) => /(^|\/)ruleset\.toml$/.test(path));
  const shortest = manifest.sort((a, b) => a.length - b.length)[0];
  const folder = shortest?.slice(0, -'ruleset.toml'.length) ?? '';
  const inside = files.filter((file) => file.path.startsWith(folder));
  return inside.map((file) => ({ path: file.path.slice(folder.length), text: file.text }));
}
