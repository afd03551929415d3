/** Keeps the whole page on the device, so that it opens and plays without a network. */

/** Every file of this build; the build fills it in. */
const FILES = [];
const SHELF = `turnwright-workbench ${FILES.join(' ')}`;

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(fresh)));
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const older = (await caches.keys()).filter(
        (name) => name.startsWith('turnwright-workbench ') && name !== SHELF,
      );
      await Promise.all(older.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});

/** The page as the host has it now; without a network, as it was kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match('./', { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

/** Files of the build have a hash in their names: what is kept never changes. */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}
