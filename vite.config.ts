import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const page = (name: string): string => resolve(import.meta.dirname, 'src-renderer', `${name}.html`);

/** Builds both windows. All scripts and styles are files, because the pages forbid inline ones. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'src-renderer'),
  base: './',
  publicDir: false,
  plugins: [react()],
  // A table of sentences is imported as one object, not as an export for each sentence.
  json: { namedExports: false },
  // The customer window needs only the matrix of the QR code, not the renderers for canvas and SVG.
  resolve: { alias: [{ find: /^qrcode$/, replacement: 'qrcode/lib/core/qrcode.js' }] },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { cashier: page('cashier'), customer: page('customer') } },
  },
});
