import type * as real from 'electron';
import type { Launched, LaunchOptions } from '../launch.ts';
import type { StandInControl } from '../run-stand-in.ts';
import type { StandInChoices } from '../running.ts';
import type * as standIn from './electron.ts';

/** Does not compile if an export differs from the real module's type. */
export type StandInFits = typeof standIn extends Pick<typeof real, keyof typeof standIn> ? true : never;
export const standInFits: StandInFits = true;

/** Does not compile if specs could use a member of the stand-in alone without `openStandIn`. */
export type OnBoth = keyof Launched | keyof LaunchOptions;
export const ungatedIsRefused: Extract<OnBoth, keyof StandInControl | keyof StandInChoices> extends never
  ? true
  : never = true;
