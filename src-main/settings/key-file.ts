import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { commandsOn } from '../dispatch/dispatch.ts';
import type { SystemPorts } from '../ports.ts';
import { jsonOf } from '../shared/json.ts';
import { done, errorCodeOf, failed, type Result } from '../shared/result.ts';
import type { CommandOutput } from '../shared/window-commands.ts';
import { liveKeyMarks } from '../storage/connection-folders.ts';
import { createEncryption, keyMark } from '../storage/encryption.ts';
import { addDataKey, dataKeyFromBase64, dataKeyInBase64, findDataKey, type KeyPlace } from './data-key.ts';
import { derived } from './pin-file.ts';

const format = 'receipt-companion-data-key';

/** The data key in a file that a passphrase protects. Only this file can open a backup of the data folder. */
const keyFileSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(1),
  /** The mark of the key, which is stored with every encrypted value. It is the associated data of `encrypted`. */
  key: z.string().regex(/^[0-9a-f]{16}$/),
  salt: z.base64().length(24),
  encrypted: z.base64().max(200),
});

/** The cost of one guess: 128 MB of memory for some tenths of a second. A person with the file can try any number. */
const scryptCost = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const passphraseMinChars = 12;

const encryptionOf = async (passphrase: string, salt: string, random: SystemPorts['random']) =>
  createEncryption(
    await derived(passphrase.trim().normalize('NFC'), Buffer.from(salt, 'base64'), 32, scryptCost),
    random,
  );

export interface DataKeyParts extends Pick<SystemPorts, 'random'> {
  readonly dataKey: Uint8Array;
  readonly keyPlace: KeyPlace | null;
  readonly dataDir: string;
}

const notStored = failed(
  'notAllowed',
  'The data key comes from RECEIPT_COMPANION_DATA_KEY or ends with this run. Expected a key in the keychain or in the file data.key. Keep the value of RECEIPT_COMPANION_DATA_KEY where you keep the passwords of this host.',
);

/** If the write fails, as on a full disk, no part of the file stays. Throws if the file exists already. */
function createFile(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, text, { flush: true });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

export async function exportKey(
  path: string,
  passphrase: string,
  { dataKey, keyPlace, random }: Omit<DataKeyParts, 'dataDir'>,
): Promise<Result<{ readonly path: string }>> {
  if (keyPlace === null) return notStored;
  const { length } = passphrase.trim();
  if (length < passphraseMinChars) {
    const expected = `Expected ${passphraseMinChars} or more. Choose a longer one.`;
    return failed('invalid', `Found a passphrase of ${length} characters. ${expected}`);
  }
  const salt = Buffer.from(random.bytes(16)).toString('base64');
  const key = keyMark(dataKey).toString('hex');
  const encryption = await encryptionOf(passphrase, salt, random);
  const encrypted = Buffer.from(encryption.encrypt(key, dataKeyInBase64(dataKey))).toString('base64');
  const file: z.infer<typeof keyFileSchema> = { format, version: 1, key, salt, encrypted };
  try {
    createFile(path, `${JSON.stringify(file)}\n`);
    return done({ path });
  } catch (error) {
    const code = errorCodeOf(error);
    const found = code === 'EEXIST' ? 'is already there' : `cannot be written (${code})`;
    return failed('conflict', `${path} ${found}. Expected a name for a new file. Choose another name.`);
  }
}

export async function importKey(
  text: string,
  passphrase: string,
  { dataDir, keyPlace, random }: Omit<DataKeyParts, 'dataKey'>,
): Promise<Result<CommandOutput<'key.import'>>> {
  if (keyPlace === null) return notStored;
  const ended = (outcome: CommandOutput<'key.import'>['outcome'], message: string) => done({ outcome, message });
  const { data: file } = keyFileSchema.safeParse(jsonOf(text));
  if (file === undefined) {
    const message = 'Found no complete key file of version 1. Expected the file as it was exported. Copy it again.';
    return ended('damaged', message);
  }
  const needed = [...liveKeyMarks(dataDir)];
  if (needed.length > 0 && !needed.includes(file.key)) {
    const found = `Found the key ${file.key} of another installation. Expected the key ${needed.join(' or ')}, which encrypted ${dataDir}.`;
    return ended('otherInstallation', `${found} Choose the key file that belongs to this backup.`);
  }
  const encryption = await encryptionOf(passphrase, file.salt, random);
  let key: Result<Uint8Array>;
  try {
    key = dataKeyFromBase64(encryption.decrypt(file.key, Buffer.from(file.encrypted, 'base64')));
  } catch {
    return ended('wrongPassphrase', 'Found another passphrase than the one of the export. Type the right one.');
  }
  if (!key.ok) return key;
  const here = await findDataKey(keyPlace, file.key);
  if (here.ok && here.value !== null && Buffer.from(key.value).equals(here.value))
    return ended('isHere', 'This key is on this computer already.');
  const added = await addDataKey(keyPlace, key.value);
  return added.ok ? ended('imported', 'The key was added to the keys of this computer.') : added;
}

export interface DataKeyContext {
  readonly keys: DataKeyParts & Pick<SystemPorts, 'clock'> & { readonly exportFolder: string };
}

export const dataKeyCommands = commandsOn<DataKeyContext>()('program', {
  'key.export'({ keys }, { passphrase }) {
    const name = `data-key-${new Date(keys.clock.now()).toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
    mkdirSync(keys.exportFolder, { recursive: true, mode: 0o700 });
    return exportKey(join(keys.exportFolder, name), passphrase, keys);
  },
  'key.import': ({ keys }, { file, passphrase }) => importKey(file, passphrase, keys),
});
