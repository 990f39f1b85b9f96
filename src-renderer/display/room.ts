import { createContext, useContext } from 'react';
import type { CustomerScreen } from '../../src-main/contract/views.ts';

/**
 * What a display has room for. Words are as large as people need them; where they do not fit, less is said: first what
 * stands beside the code, at last the sentence under the headline. Only where the headline alone is too much is it smaller.
 */
export interface Room {
  readonly basketLines: number;
  readonly qrLines: number;
  readonly rewards: number;
  /** Part of the shorter side that the code takes. */
  readonly codeShare: number;
  /** The sign on a message, and the amount below it. */
  readonly sign: boolean;
  readonly messageTotal: boolean;
  readonly sentence: boolean;
  /** Little white around the words. */
  readonly tight: boolean;
  /** A factor of all sizes of type. */
  readonly scale: number;
}

export const ample: Room = {
  basketLines: 9,
  qrLines: 7,
  rewards: 3,
  codeShare: 0.56,
  sign: true,
  messageTotal: true,
  sentence: true,
  tight: false,
  scale: 1,
};

const usual: readonly Room[] = [
  ample,
  { ...ample, basketLines: 7, qrLines: 5 },
  { ...ample, basketLines: 5, qrLines: 3 },
  { ...ample, basketLines: 4, qrLines: 0 },
];
const narrow: Room = { ...ample, basketLines: 3, qrLines: 0, sign: false, codeShare: 0.5, tight: true };
const least: Room = { ...narrow, basketLines: 2, rewards: 0, messageTotal: false, codeShare: 0.44, sentence: false };

const rooms: readonly Room[] = [
  ...usual,
  narrow,
  { ...narrow, rewards: 2, codeShare: 0.44 },
  { ...narrow, rewards: 1, codeShare: 0.44, messageTotal: false },
  least,
  ...[0.92, 0.84, 0.76, 0.68, 0.6, 0.52].map((scale) => ({ ...least, scale })),
];

/** Where there is more room than words they are larger. */
const growing: readonly Room[] = [1.5, 1.3, 1.15].map((scale) => ({ ...ample, scale }));

/** The code is what people come for: beside it nothing grows. */
export const roomsFor = (kind: CustomerScreen['kind']): readonly Room[] =>
  kind === 'qr' ? rooms : [...growing, ...rooms];

const RoomContext = createContext<Room>(ample);
export const RoomProvider = RoomContext.Provider;
export const useRoom = (): Room => useContext(RoomContext);
