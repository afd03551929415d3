/// <reference lib="webworker" />
/**
 * Keeps the page itself on the device, so that it opens without a network and says that it is
 * offline. Nothing of the API is ever kept.
 */

export {};

const worker = self as unknown as ServiceWorkerGlobalScope;
const SHELF = 'turnwright-page-1';

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELF)
      .then((shelf) => shelf.addAll(['/', '/icon.svg', '/manifest.webmanifest']))
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
  if (url.pathname.startsWith('/api/')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(keptFirst(request));
  else event.respondWith(freshFirst(request));
});

/** Files with a hash in their name never change. */
async function keptFirst(request: Request): Promise<Response> {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await shelf.put(request, response.clone());
  return response;
}

async function freshFirst(request: Request): Promise<Response> {
  const shelf = await caches.open(SHELF);
  const key = request.mode === 'navigate' ? '/' : request;
  try {
    const response = await fetch(request);
    if (response.ok) await shelf.put(key, response.clone());
    return response;
  } catch (error) {
    const kept = await shelf.match(key);
    if (kept) return kept;
    throw error;
  }
}
