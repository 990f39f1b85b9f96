import { mkdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Log } from '../ports.ts';
import { jsonOf } from '../shared/json.ts';
import { textOfFile, writeAtomically } from '../storage/file-modes.ts';
import { stampOf } from './account-file.ts';
import { faultSentence, type Policy, type PolicyFault, readPolicy, storeOf } from './policy-format.ts';
import type { PolicyLayer } from './stored-settings.ts';
import { pathExists, readTrusted, windowsOwners } from './trusted-file.ts';

export interface PolicyPlaces {
  /** The paths of the file for everybody on this computer. The first existing file counts. */
  readonly machine: readonly string[];
  /** The file of RECEIPT_COMPANION_POLICY. It counts only if this computer has no policy file. Absolute, or null. */
  readonly given: string | null;
}

const name = 'policy.json';

/** %ProgramData% only adds a place after the fixed one, because the account at the till sets its own environment. */
export function machinePolicies(platform: NodeJS.Platform, programData: string | undefined): readonly string[] {
  if (platform === 'darwin') return [posix.join('/Library/Application Support/Receipt Companion', name)];
  if (platform !== 'win32') return [posix.join('/etc/receipt-companion', name)];
  const folders = ['C:\\ProgramData', ...(programData === undefined || programData === '' ? [] : [programData])];
  return [...new Set(folders.map((folder) => win32.join(folder, 'Receipt Companion', name)))];
}

export interface PolicyState {
  readonly policy: Policy | null;
  readonly path: string | null;
  /** Why the existing file was refused. `policy` is then the last valid one, or null. */
  readonly faults: readonly PolicyFault[];
  readonly layer: PolicyLayer;
}

export type PolicyStore = ReturnType<typeof openPolicy>;

export interface PolicyParts {
  readonly places: PolicyPlaces;
  readonly log: Log;
  readonly dataDir: string;
  readonly computer?: string;
  readonly platform?: NodeJS.Platform;
  readonly uid?: number | null;
  readonly windowsOwners?: (path: string) => readonly string[];
}

const nothing: PolicyState = { policy: null, path: null, faults: [], layer: { locked: {}, preset: {} } };

export const noPolicy: PolicyStore = { current: () => nothing, hasChanged: () => false };

/** A copy in the data folder, so that locks stay in force when the policy file is broken. */
export const lastGoodName = 'policy-in-force.json';

/** Reads the policy of this computer once at the start, so that it never changes a running app. */
export function openPolicy({
  places,
  log,
  dataDir,
  computer = hostname(),
  platform = process.platform,
  uid = process.getuid?.() ?? null,
  windowsOwners: ownersOf = windowsOwners(),
}: PolicyParts) {
  const copy = lastGoodCopy(join(dataDir, lastGoodName), log);
  const stamps = (): string => [...places.machine, places.given].map(stampOf).join();

  function read(): PolicyState {
    const { path, isMachine } = placeOf(places);
    if (path === null) {
      copy.forget();
      return nothing;
    }
    const owners = isMachine || uid === null ? [0] : [...new Set([0, uid])];
    const file = readTrusted(path, {
      platform,
      owners,
      windowsOwners: isMachine ? ownersOf : null,
    });
    if (!Buffer.isBuffer(file)) return asBefore(path, [file]);
    const text = readPolicy(file);
    if (!text.ok) return asBefore(path, text.faults);
    copy.keep(path, file);
    return inForce(path, text.policy, []);
  }

  const asBefore = (path: string, faults: readonly PolicyFault[]): PolicyState => inForce(path, copy.of(path), faults);

  function inForce(path: string, policy: Policy | null, faults: readonly PolicyFault[]): PolicyState {
    if (policy === null) return { ...nothing, path, faults };
    const storeId = storeOf(policy, computer);
    const { locked = {}, preset = {} } = policy;
    const service = storeId === null ? locked.service : { storeId, ...locked.service };
    const withStore = service === undefined ? locked : { ...locked, service };
    return { policy, path, faults, layer: { locked: withStore, preset } };
  }

  const stampsAtStart = stamps();
  const state = read();
  const { path, policy, faults } = state;
  if (faults.length > 0)
    log.error('policy-refused', { path, faults: faults.map(faultSentence), stored: policy !== null });
  else if (path !== null) log.info('policy-applied', { path });
  if (places.given !== null && path !== places.given) log.warn('environment-policy-ignored', { path });
  return {
    current: (): PolicyState => state,
    hasChanged: (): boolean => stamps() !== stampsAtStart,
  };
}

/** An invalid file for the whole computer still counts, so that nobody avoids it with another file. */
function placeOf({ machine, given }: PolicyPlaces): { readonly path: string | null; readonly isMachine: boolean } {
  const found = machine.find(pathExists);
  if (found !== undefined) return { path: found, isMachine: true };
  return { path: given !== null && pathExists(given) ? given : null, isMachine: false };
}

const copySchema = z.strictObject({ path: z.string(), text: z.base64() });

function lastGoodCopy(file: string, log: Log) {
  const read = () => copySchema.safeParse(jsonOf(textOfFile(file) ?? '')).data;
  return {
    /** Reads the copy with the present schema. An older version may have stored it. */
    of(path: string): Policy | null {
      const stored = read();
      const text = stored?.path === path ? readPolicy(Buffer.from(stored.text, 'base64')) : null;
      return text?.ok === true ? text.policy : null;
    },
    keep(path: string, bytes: Uint8Array): void {
      const next = { path, text: Buffer.from(bytes).toString('base64') };
      if (isDeepStrictEqual(read(), next)) return;
      try {
        mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
        writeAtomically(file, JSON.stringify(next));
      } catch (error) {
        log.warn('policy-copy-not-written', { error: String(error) });
      }
    },
    forget: () => rmSync(file, { force: true }),
  };
}
