import type * as real from 'electron';
import type * as standIn from './electron.ts';

/** Fails to compile when an export of the stand-in is not of the real module's type. */
export type StandInFits = typeof standIn extends Pick<typeof real, keyof typeof standIn> ? true : never;
export const standInFits: StandInFits = true;
