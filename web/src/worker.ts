/// <reference lib="webworker" />
/**
 * Keeps the page itself on the device, so that it opens without a network and says that it is
 * offline. Nothing of the API is ever kept.
 */

export {};

const worker = self as unknown as ServiceWorkerGlobalScope;
/** The folder of the page; a server has it at the top. */
const PAGE = new URL('./', worker.location.href).href;
const { pathname } = new URL(PAGE);
const SHELF = pathname === '/' ? 'turnwright-page' : `turnwright-page ${pathname}`;
const BESIDE = ['icon.svg', 'icon-192.png', 'icon-512.png', 'manifest.webmanifest'];

worker.addEventListener('install', (event) => {
  event.waitUntil(
    fetch(PAGE, { cache: 'no-cache' })
      .then(keep)
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  // The engine's worker keeps rulebooks itself.
  if (url.pathname.startsWith('/api/') || url.pathname.includes('/books/')) return;
  event.respondWith(request.mode === 'navigate' ? page() : file(request));
});

/** The page as the server has it now; without a network, as it was. */
async function page(): Promise<Response> {
  try {
    const response = await fetch(PAGE, { cache: 'no-cache' });
    if (response.ok) await keep(response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** Files of the page have a hash in their names: what is kept never changes. */
async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

/** Keeps a page with the files it names, and nothing of the one before. */
async function keep(response: Response): Promise<void> {
  const shelf = await caches.open(SHELF);
  const text = await response.clone().text();
  const named = [...text.matchAll(/"((?:\.\/|\/)assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const wanted = [...new Set([...BESIDE, ...named].map((path) => new URL(path, PAGE).href))];
  const present = (await shelf.keys()).map((request) => request.url);
  await shelf.addAll(wanted.filter((path) => !present.includes(path)));
  await shelf.put(PAGE, response);
  const old = present.filter((path) => path !== PAGE && !wanted.includes(path));
  await Promise.all(old.map((path) => shelf.delete(path)));
}
