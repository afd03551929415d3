import type { TextFile } from './schema.d.ts';

/** Reads the text files of a zip archive; paths begin inside the folder with `ruleset.toml`. */
export function unzip(bytes: Uint8Array, wanted?: (path: string) => boolean): Promise<TextFile[]>;

/** The files as from inside the folder with `ruleset.toml`, where there is one above. */
export function withoutSharedFolder(files: TextFile[]): TextFile[];
