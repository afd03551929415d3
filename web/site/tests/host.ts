/** Web host for the built site: serves its files over HTTP, and nothing else. */

import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../dist-site/', import.meta.url));
/** Path of the site on the host. It is not the root, because a site may be in any folder. */
export const FOLDER = '/some/folder/';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

export interface Host {
  link: string;
  /** Paths of all requests so far. */
  asked: string[];
  close(): void;
}

export async function host(): Promise<Host> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    asked.push(pathname);
    const named = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = normalize(join(ROOT, named.slice(FOLDER.length)));
    if (named.startsWith(FOLDER) && file.startsWith(ROOT) && existsSync(file)) {
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
      createReadStream(file).pipe(response);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { link: `http://127.0.0.1:${port}${FOLDER}`, asked, close };
}
