import { readFileSync } from 'node:fs';

import { defineConfig, type Plugin } from 'vite';

/** Writes the service worker with the list of all files: what is kept is exactly one build. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = ['./', './icon.svg', './manifest.webmanifest'];
      for (const name of Object.keys(bundle)) {
        if (!name.endsWith('.html')) files.push(`./${name}`);
      }
      const source = readFileSync(new URL('./src/offline.js', import.meta.url), 'utf8');
      // Another build has other names, so that the list tells builds apart.
      const filled = source.replace('const FILES = [];', `const FILES = ${JSON.stringify(files)};`);
      this.emitFile({ type: 'asset', fileName: 'offline.js', source: filled });
    },
  };
}

export default defineConfig({
  // Any folder of any host will do.
  base: './',
  plugins: [offline()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    outDir: 'dist',
    emptyOutDir: true,
    // The editor is one piece; it is kept on the device after the first visit.
    chunkSizeWarningLimit: 1000,
  },
  worker: { format: 'es' },
  // The engine, its schemas and the starting points lie beside the page.
  server: { fs: { allow: ['../..'] } },
});
