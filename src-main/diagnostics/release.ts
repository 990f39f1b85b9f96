import { z } from 'zod';

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

/** A later version that is offered. */
export interface Release {
  readonly version: string;
  /** Milliseconds since the epoch; null where its list does not say, or says nonsense. */
  readonly releasedAt: number | null;
  /** Null: it does not say what it can open. */
  readonly opens: Opens | null;
}

/** Where later versions come from. */
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
export interface UpdateChoice {
  /** `beta` gets versions before they are released, and the released ones. */
  readonly channel: 'stable' | 'beta';
  /** A version is taken when it has been out for so long: the ring of this till. */
  readonly delayDays: number;
  readonly off: boolean;
}
