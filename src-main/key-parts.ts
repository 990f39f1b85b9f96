import type { AppConfig, AppPorts } from './app-parts.ts';
import { createKeyRotation, type KeyRotation, type KeyRotationParts } from './flows/upkeep/key-rotation.ts';
import { passingKeyPlace } from './settings/data-key.ts';
import { createEncryption, type Keyring } from './storage/encryption.ts';
import { receiptMigrations } from './storage/migrations/receipts.ts';
import { tillMigrations } from './storage/migrations/tills.ts';
import { obstacleToReseal, resealFolder } from './storage/reseal.ts';

/** How a data folder is sealed anew. */
export const keyResealing = (dataDir: string, keyring: Keyring): Pick<KeyRotationParts, 'obstacle' | 'steps'> => ({
  obstacle: () => obstacleToReseal(dataDir, { receipts: receiptMigrations.length, tills: tillMigrations.length }),
  steps: () => resealFolder(dataDir, keyring),
});

/** The keys that every room seals with, and their change. */
export function keysOf({ clock, log, random }: AppPorts, config: AppConfig): { keyring: Keyring; keys: KeyRotation } {
  const keyring = createEncryption(config.dataKey, random, config.dataKeysBefore);
  const keys = createKeyRotation({
    keyring,
    keyPlace: config.keyPlace ?? passingKeyPlace,
    ...keyResealing(config.dataDir, keyring),
    clock,
    log,
  });
  return { keyring, keys };
}
