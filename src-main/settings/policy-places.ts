import { posix, win32 } from 'node:path';

/** Where a policy may be. */
export interface PolicyPlaces {
  /** One file for everybody on this computer; the first that is there counts. */
  readonly machine: readonly string[];
  /** Of RECEIPT_COMPANION_POLICY: counts only where there is no file for the whole computer. Absolute, or null. */
  readonly given: string | null;
}

const name = 'policy.json';

/**
 * Each system's place for what its administrator says. On Windows the well-known folder comes first, whatever the
 * environment says: the account at the till sets its own environment, and must not choose another policy with it.
 */
export function machinePolicies(platform: NodeJS.Platform, programData: string | undefined): readonly string[] {
  if (platform === 'darwin') return [posix.join('/Library/Application Support/Receipt Companion', name)];
  if (platform !== 'win32') return [posix.join('/etc/receipt-companion', name)];
  const folders = ['C:\\ProgramData', ...(programData === undefined || programData === '' ? [] : [programData])];
  return [...new Set(folders.map((folder) => win32.join(folder, 'Receipt Companion', name)))];
}
