import type { DataVersions, Opens, Release, UpdateChoice } from './release.ts';

const dayMs = 24 * 3_600_000;

/** Whether a release has been out for as long as this till's ring wants. One that does not say since when is not, for a ring that waits. */
export const isDue = ({ releasedAt }: Release, { delayDays }: UpdateChoice, now: number): boolean =>
  delayDays === 0 || (releasedAt !== null && now - releasedAt >= delayDays * dayMs);

/** How the till stands when the program ends. */
export interface Situation {
  /** Somebody is being served. */
  readonly saleOpen: boolean;
  /** Sales with something that the service has not got, of every connection on this computer. */
  readonly unsent: number;
}

const holds = ([from, to]: readonly [number, number], version: number): boolean => from <= version && version <= to;

const canOpen = (opens: Opens | null, ours: DataVersions): boolean =>
  opens !== null && holds(opens.database, ours.database) && holds(opens.documents, ours.documents);

/**
 * What keeps a version that was fetched from being installed now. A receipt that waits is carried over only by a version that
 * says it opens what this one has written: another one could leave it lying.
 */
export const obstacleTo = (
  { opens }: Release,
  { saleOpen, unsent }: Situation,
  ours: DataVersions,
): 'sale' | 'receipts' | null => {
  if (saleOpen) return 'sale';
  return unsent > 0 && !canOpen(opens, ours) ? 'receipts' : null;
};

/** Where the system installs by itself nobody can say no at the end: only what opens our files in any case is fetched. */
export const mayFetchUnasked = ({ opens }: Release, ours: DataVersions): boolean => canOpen(opens, ours);
