/** Files of the repository over HTTP, as any web host gives them. */
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

export interface Host {
  address: string;
  close(): void;
}

/** Serves the files below the repository's root. */
export async function host(): Promise<Host> {
  const server: Server = createServer((request, response) => {
    const wanted = new URL(request.url ?? '/', 'http://host').pathname;
    const named = wanted.endsWith('/') ? `${wanted}index.html` : wanted;
    const file = path.normalize(path.join(root, decodeURIComponent(named)));
    if (wanted === '/blank.html') {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>blank</title>');
    } else if (file.startsWith(root) && existsSync(file) && path.extname(file)) {
      response.setHeader('Content-Type', TYPES[path.extname(file)] ?? 'text/plain');
      createReadStream(file).pipe(response);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}
