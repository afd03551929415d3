import { defineConfig } from 'vite';

export default defineConfig({
  // Any folder of any host will do.
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0, outDir: 'dist', emptyOutDir: true },
  worker: { format: 'es' },
  // The engine, its schemas and the first ruleset lie beside the page.
  server: { fs: { allow: ['../..'] } },
});
