import { buildApp } from '../../scripts/build.ts';
import { electronBinary } from '../../scripts/electron-binary.ts';

/** Before any file of this kind: two that run at once would otherwise build into one folder at once. */
export async function setup(): Promise<void> {
  await buildApp({ ifStale: true });
  const contract = electronBinary() === null ? [] : ['contract'];
  await buildApp({ ifStale: true, only: ['renderer-marked', 'stand-in', 'contract-stand-in', ...contract] });
}
