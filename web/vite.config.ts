import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` finds a running `turnwright serve`. */
const SERVER = process.env['TURNWRIGHT_SERVER'] ?? 'http://127.0.0.1:7777';

// The server refuses requests from other sites, so it has to see the address that was asked for.
const proxy = { '/api': { target: SERVER, changeOrigin: false } };

/** Writes the names of all files into the page: the service worker keeps them for later. */
const files: Plugin = {
  name: 'files',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) => [
      {
        tag: 'script',
        attrs: { type: 'application/json' },
        children: JSON.stringify(
          Object.keys(bundle ?? {})
            .filter((name) => /^assets\/.*\.(js|css)$/.test(name))
            .map((name) => `/${name}`),
        ),
        injectTo: 'body',
      },
    ],
  },
};

export default defineConfig({
  plugins: [svelte(), files],
  build: {
    target: 'es2022',
    // The Content-Security-Policy knows no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { page: 'index.html', worker: 'src/worker.ts' },
      output: {
        // A service worker has to keep its address.
        entryFileNames: (chunk) =>
          chunk.name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js',
      },
    },
  },
  server: { proxy },
  preview: { proxy },
});
