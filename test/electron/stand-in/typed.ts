import type * as real from 'electron';
import type { Launched, LaunchOptions } from '../launch.ts';
import type { StandInHands } from '../run-stand-in.ts';
import type { StandInChoices } from '../running.ts';
import type * as standIn from './electron.ts';

/** Fails to compile when an export of the stand-in is not of the real module's type. */
export type StandInFits = typeof standIn extends Pick<typeof real, keyof typeof standIn> ? true : never;
export const standInFits: StandInFits = true;

/** Fails to compile when a spec can reach for what Electron lacks without saying that it is on the stand-in. */
export type OnBoth = keyof Launched | keyof LaunchOptions;
export const ungatedIsRefused: Extract<OnBoth, keyof StandInHands | keyof StandInChoices> extends never ? true : never =
  true;
