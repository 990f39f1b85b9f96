import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const page = (name: string): string => resolve(import.meta.dirname, 'src-renderer', `${name}.html`);

/** Both windows: two entries, two bundles, everything as files of our own (the pages forbid inline scripts and styles). */
export default defineConfig({
  root: resolve(import.meta.dirname, 'src-renderer'),
  base: './',
  publicDir: false,
  plugins: [react()],
  // A table of sentences is one value, not a value for each of them.
  json: { namedExports: false },
  // The customer's window loads the symbol alone, without the painters of canvas and SVG that nobody calls.
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
