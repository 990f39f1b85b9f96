import { z } from 'zod';
import type { Settings } from '../lib/settings.ts';

/** Versions of what is kept on disk: of the database's file and of a sale in it. */
export interface DataVersions {
  readonly database: number;
  readonly documents: number;
}

/** From and to, both included. */
const range = z.tuple([z.int(), z.int()]);
/** What a program says in its list of files that it can open, and carries on with. */
export const opensSchema = z.object({ database: range, documents: range });
export type Opens = z.infer<typeof opensSchema>;

export interface Release {
  readonly version: string;
  /** Milliseconds since the epoch; null where its list does not say, or says nonsense. */
  readonly releasedAt: number | null;
  /** Null: it does not say what it can open. */
  readonly opens: Opens | null;
}

export interface UpdateSource {
  /** The newest one of a channel that is later than this program; null: there is none. Rejects when nobody can tell. */
  newest(channel: UpdateChoice['channel']): Promise<Release | null>;
  /** Fetches what `newest` gave last, and checks it. Rejects, and leaves nothing behind that could be installed. */
  fetch(): Promise<void>;
  /** Starts what was fetched; the program is ending. Throws when that cannot be done. */
  install(): void;
  /** The system installs by itself, at the next end, whatever was fetched: nobody is asked again. */
  readonly installsByItself: boolean;
}

/** What whoever looks after the tills has chosen. */
export type UpdateChoice = Settings['updates'];

const dayMs = 24 * 3_600_000;

/** Whether a release has been out for as long as this till's ring wants. One that does not say since when is not, for a ring that waits. */
export const isDue = ({ releasedAt }: Release, { delayDays }: UpdateChoice, now: number): boolean =>
  delayDays === 0 || (releasedAt !== null && now - releasedAt >= delayDays * dayMs);

export interface Situation {
  /** Somebody is being served. */
  readonly saleOpen: boolean;
  /** Sales with something that the service has not got, of every connection on this computer. */
  readonly unsent: number;
}

const holds = ([from, to]: readonly [number, number], version: number): boolean => from <= version && version <= to;

export const canOpen = ({ opens }: Release, ours: DataVersions): boolean =>
  opens !== null && holds(opens.database, ours.database) && holds(opens.documents, ours.documents);

/**
 * What keeps a version that was fetched from being installed now. A receipt that waits is carried over only by a version that
 * says it opens what this one has written: another one could leave it lying.
 */
export const obstacleTo = (
  release: Release,
  { saleOpen, unsent }: Situation,
  ours: DataVersions,
): 'sale' | 'receipts' | null => {
  if (saleOpen) return 'sale';
  return unsent > 0 && !canOpen(release, ours) ? 'receipts' : null;
};

/** What this installation is, as far as a later version can take its place. */
export interface Installed {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** What was said at packaging (`app-update.yml`); null: nothing. */
  readonly packed: { readonly publisherName: boolean } | null;
  /** Of whoever signs the lists: by the packaging or the policy. */
  readonly hasKey: boolean;
  /** The AppImage that runs, and whether its folder can be written to; null elsewhere. */
  readonly appImage: { readonly writable: boolean } | null;
  /** Windows: the uninstaller of the setup program lies beside the program. An MSI has none. */
  readonly hasUninstaller: boolean;
}

/** Why this program looks for no later version; null: it does. */
type NoUpdates = 'notInstalled' | 'noAddress' | 'noKey' | 'notSigned' | 'byPackages' | 'notWritable';

/**
 * Without a key whoever owns the web server would say what is the newest version. Windows: what is not signed by the name
 * that was packed is not installed, so a program without one takes nothing. macOS
 * checks the signature itself. Linux: only an AppImage can be replaced by its user; a deb is the system's matter.
 */
export const whyNoUpdates = ({
  platform,
  isPackaged,
  packed,
  hasKey,
  appImage,
  hasUninstaller,
}: Installed): NoUpdates | null => {
  if (!isPackaged) return 'notInstalled';
  if (packed === null) return 'noAddress';
  if (!hasKey) return 'noKey';
  if (platform === 'win32') {
    if (!hasUninstaller) return 'byPackages';
    return packed.publisherName ? null : 'notSigned';
  }
  if (platform !== 'linux') return null;
  if (appImage === null) return 'byPackages';
  return appImage.writable ? null : 'notWritable';
};
