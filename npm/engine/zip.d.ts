import type { TextFile } from './schema.d.ts';

/**
 * Reads the text files of a zip archive: by default `.toml`, `.md` and `.game`. Paths begin inside
 * the folder with `ruleset.toml`. Throws if the archive is damaged or too large.
 */
export function unzip(bytes: Uint8Array, wanted?: (path: string) => boolean): Promise<TextFile[]>;

/**
 * Returns the files in the topmost folder with `ruleset.toml`, with paths relative to it. Without
 * such a folder, returns all files.
 */
export function withoutSharedFolder(files: TextFile[]): TextFile[];
