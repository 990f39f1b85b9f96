import { buildApp } from '../../scripts/build.ts';
import { electronBinary } from '../../scripts/electron-binary.ts';

/** Builds once, because parallel specs would build into one folder. */
export async function setup(): Promise<void> {
  await buildApp({ ifStale: true });
  const contract = electronBinary() === null ? [] : ['contract'];
  await buildApp({ ifStale: true, only: ['renderer-marked', 'stand-in', 'contract-stand-in', ...contract] });
}
