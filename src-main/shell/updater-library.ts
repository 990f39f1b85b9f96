/**
 * What is used of electron-updater, in a file that is read only where a later version can be taken: the program starts without
 * it (scripts/build.ts bundles it alone).
 */
export { AppImageUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
export { sourceOf } from './update-source.ts';
