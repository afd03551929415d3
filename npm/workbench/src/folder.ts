/** Rulesets from outside the browser: a folder on disk, or a zip archive. */
import type { TextFile } from '@turnwright/engine';
import { unzip, withoutSharedFolder } from '@turnwright/engine/zip';

const wanted = (path: string): boolean => /\.(toml|md)$/.test(path);

/** A folder that the browser may read and write; TypeScript knows only parts of this. */
export interface Folder {
  name: string;
  values(): AsyncIterable<FileSystemFileHandle | (FileSystemDirectoryHandle & Folder)>;
  getDirectoryHandle(name: string, options?: { create: boolean }): Promise<Folder>;
  getFileHandle(name: string, options?: { create: boolean }): Promise<FileSystemFileHandle>;
}
type Picker = (options: { mode: 'readwrite' }) => Promise<Folder>;

/** The browser's own way to choose a folder, if it has one. */
export function picker(): Picker | null {
  const found = (window as { showDirectoryPicker?: Picker }).showDirectoryPicker;
  return found ? found.bind(window) : null;
}

/** The files of a folder. */
export async function read(folder: Folder, inside = ''): Promise<TextFile[]> {
  const files: TextFile[] = [];
  for await (const entry of folder.values()) {
    const path = inside + entry.name;
    if (entry.name.startsWith('.')) continue;
    if (entry.kind === 'directory') files.push(...(await read(entry, `${path}/`)));
    else if (wanted(path)) files.push({ path, text: await (await entry.getFile()).text() });
  }
  return files;
}

/** Writes files into a folder, those of the same path anew. */
export async function write(folder: Folder, files: TextFile[]): Promise<void> {
  for (const { path, text } of files) {
    const parts = path.split('/');
    const name = parts.pop() ?? path;
    let inside = folder;
    for (const part of parts) inside = await inside.getDirectoryHandle(part, { create: true });
    const handle = await inside.getFileHandle(name, { create: true });
    const stream = await handle.createWritable();
    await stream.write(text);
    await stream.close();
  }
}

/** Files as an input for folders gives them. */
export async function chosen(list: FileList): Promise<TextFile[]> {
  const files = [...list].filter((file) => wanted(file.name));
  const read = files.map(async (file) => {
    return { path: file.webkitRelativePath || file.name, text: await file.text() };
  });
  return withoutSharedFolder(await Promise.all(read));
}

/** The files of a zip archive. */
export async function zipped(file: File): Promise<TextFile[]> {
  return unzip(new Uint8Array(await file.arrayBuffer()), wanted);
}
