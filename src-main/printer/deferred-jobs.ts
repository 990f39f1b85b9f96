import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Random } from '../ports.ts';
import type { PaperDetails } from '../shared/print-view.ts';
import { errorCodeOf } from '../shared/result.ts';
import { createEncryption } from '../storage/encryption.ts';
import { replaceFile } from '../storage/file-modes.ts';

const states = ['waiting', 'releasing', 'digital'] as const;
export type DeferredJobState = (typeof states)[number];

export interface DeferredJob {
  readonly id: string;
  readonly state: DeferredJobState;
  /** Null if the file cannot be decrypted. */
  readonly content: { readonly about: PaperDetails; readonly bytes: Uint8Array } | null;
}

function unlessMissing(error: unknown): void {
  if (errorCodeOf(error) !== 'ENOENT') throw error;
}

export type JobDisk = Pick<typeof fs, 'mkdir' | 'open' | 'rename' | 'rm'>;
/** `replaceFile` tries again, because on Windows another program may have the file open for a moment. */
const ownDisk: JobDisk = { ...fs, rename: async (from, to) => replaceFile(from, to) };

/**
 * Stores papers in encrypted files `ID.STATE`. A change is synchronised before its promise resolves, so that a power
 * cut restores no earlier state. If the promise rejects, the change may still have been made.
 */
export function createDeferredJobs(folder: string, key: Uint8Array, random: Pick<Random, 'bytes'>, disk = ownDisk) {
  const { mkdir, open, rm } = disk;
  const encryption = createEncryption(key, random);
  const pathOf = (id: string, state: string): string => join(folder, `${id}.${state}`);
  /** The ids of papers that may have a file in one of the states. */
  const named = new Set<string>();

  async function read(id: string, state: DeferredJobState): Promise<DeferredJob['content']> {
    try {
      const { about, bytes } = JSON.parse(encryption.decrypt(id, await fs.readFile(pathOf(id, state))));
      return { about, bytes: Buffer.from(bytes, 'base64') };
    } catch {
      return null;
    }
  }

  /** Writes new file names to the disk. On Windows this is impossible, and not needed. */
  async function syncNames(of: string): Promise<void> {
    if (process.platform === 'win32') return;
    const names = await open(of, 'r');
    await names.sync().finally(() => names.close());
  }

  async function rename(id: string, to: DeferredJobState): Promise<void> {
    for (const state of states)
      if (state !== to) await disk.rename(pathOf(id, state), pathOf(id, to)).catch(unlessMissing);
    await syncNames(folder);
  }

  return {
    async bytes(id: string): Promise<Uint8Array | null> {
      for (const state of states) {
        const content = await read(id, state);
        if (content !== null) return content.bytes;
      }
      return null;
    },
    async save(id: string, about: PaperDetails, bytes: Uint8Array): Promise<void> {
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await syncNames(dirname(folder));
      const making = pathOf(id, 'new');
      const file = await open(making, 'w', 0o600);
      try {
        const content = JSON.stringify({ about, bytes: Buffer.from(bytes).toString('base64') });
        await file.writeFile(encryption.encrypt(id, content));
        await file.sync();
      } catch (error) {
        await rm(making, { force: true }).catch(() => undefined);
        throw error;
      } finally {
        await file.close();
      }
      named.add(id);
      await disk.rename(making, pathOf(id, 'waiting'));
      await syncNames(folder);
    },
    decline: (id: string): Promise<void> => rename(id, 'digital'),
    /** Call it before printing. If the program then ends, the next start does not print the paper but asks a person. */
    claim: (id: string): Promise<void> => rename(id, 'releasing'),
    async remove(id: string): Promise<void> {
      if (!named.has(id)) return;
      for (const state of ['new', ...states]) await rm(pathOf(id, state), { force: true });
      await syncNames(folder);
      named.delete(id);
    },
    /** Returns the papers of an earlier run, sorted by id. Removes incomplete files, on which no till relies. */
    async remaining(): Promise<readonly DeferredJob[]> {
      const jobs: DeferredJob[] = [];
      for (const name of (await fs.readdir(folder).catch(() => [])).toSorted()) {
        const [id = '', suffix] = name.split('.');
        const state = states.find((known) => known === suffix);
        if (state !== undefined) {
          named.add(id);
          jobs.push({ id, state, content: await read(id, state) });
          // If the file cannot be removed, the other papers are still returned.
        } else await rm(join(folder, name), { force: true, recursive: true }).catch(() => undefined);
      }
      return jobs;
    },
  };
}
