import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

import { books } from './site/books';

/** Address of a running `turnwright serve`, for `npm run dev`. */
const SERVER = process.env['TURNWRIGHT_SERVER'] ?? 'http://127.0.0.1:7777';

// The server refuses requests from other sites, so the proxy must not change the `Host` header.
const proxy = { '/api': { target: SERVER, changeOrigin: false } };

/** Writes the addresses of scripts, styles and the engine into the page, for the service worker. */
function files(base: string): Plugin {
  return {
    name: 'files',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => [
        {
          tag: 'script',
          attrs: { type: 'application/json' },
          children: JSON.stringify(
            Object.keys(bundle ?? {})
              .filter((name) => /^assets\/.*\.(js|css|wasm)$/.test(name))
              .map((name) => `${base}${name}`),
          ),
          injectTo: 'body',
        },
      ],
    },
  };
}

export default defineConfig(({ mode }) => {
  // Two builds: the page for a server, or a site for any folder of any host, without a server.
  const isSite = mode === 'site';
  const base = isSite ? './' : '/';
  const transport = isSite ? 'local' : 'http';
  const source = new URL(`./src/transport/${transport}.ts`, import.meta.url);
  return {
    base,
    plugins: [svelte(), files(base), ...(isSite ? [books()] : [])],
    resolve: { alias: { '#transport': fileURLToPath(source) } },
    worker: { format: 'es' as const },
    build: {
      outDir: isSite ? 'dist-site' : 'dist',
      target: 'es2022',
      // The Content-Security-Policy forbids `data:` addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: { page: 'index.html', worker: 'src/worker.ts' },
        output: {
          // A service worker's address must not change.
          entryFileNames: (chunk: { name: string }) =>
            chunk.name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js',
        },
      },
    },
    server: { proxy },
    preview: { proxy },
  };
});
