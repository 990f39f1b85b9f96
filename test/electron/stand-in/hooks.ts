import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Gives a packed program the stand-in as `electron`, for `node --import`. */
const standIn = JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../dist/stand-in/electron.js')).href);
const source = `export * from ${standIn}; import * as all from ${standIn}; export default all;`;
const url = `data:text/javascript,${encodeURIComponent(source)}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url, shortCircuit: true } : next(specifier, context),
});
