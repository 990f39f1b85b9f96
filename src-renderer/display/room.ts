import { createContext, useContext } from 'react';
import type { CustomerScreen } from '../../src-main/shared/views.ts';

/**
 * The layouts of a display. If the text does not fit, first the lines beside the code are left out. Then the type
 * shrinks to the readable minimum (`typeSizes`), and the headline to the size of the sentence. Beside a code both
 * shrink further, to the size that is readable from where people scan. At last the sentence below the headline is left
 * out.
 */
export interface Room {
  readonly basketLines: number;
  readonly qrLines: number;
  readonly rewards: number;
  readonly sign: boolean;
  readonly messageTotal: boolean;
  /** True: the amount is as large as its column allows. False: it has the size of the headline. */
  readonly largeTotal: boolean;
  readonly sentence: boolean;
  /** `yes`: small margins. `most`: also no label and no rules. `near`: also letters for reading from one metre. */
  readonly tight: 'no' | 'yes' | 'most' | 'most near';
  readonly scale: number;
}

export const ample: Room = {
  basketLines: 9,
  qrLines: 7,
  rewards: 3,
  sign: true,
  messageTotal: true,
  largeTotal: true,
  sentence: true,
  tight: 'no',
  scale: 1,
};

const modest: Room = { ...ample, largeTotal: false };
const narrow: Room = { ...modest, basketLines: 3, qrLines: 0, sign: false, tight: 'yes' };
const bare: Room = { ...narrow, basketLines: 2, rewards: 0, messageTotal: false, tight: 'most' };

const at = (room: Room, ...scales: readonly number[]): readonly Room[] => scales.map((scale) => ({ ...room, scale }));

const shrinking = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52];
/** The last layouts, one of which fits on every display. */
const smallest = at({ ...bare, sentence: false }, ...shrinking);
const smaller = [...at(narrow, 0.9, 0.8, 0.7, 0.6), ...at(bare, ...shrinking), ...smallest];
/** Beside a code the sentence names the receipt and its time, so everything else is left out first. */
const smallerCode = [
  narrow,
  ...at(bare, ...shrinking),
  ...at({ ...bare, tight: 'most near' }, ...shrinking),
  ...smallest,
];

/** Larger text for screens with much space and little text. */
const growing = at(ample, 1.5, 1.3, 1.15, 1);

/** The code keeps its size, and the text beside it grows. */
const largerCode: Room = { ...ample, scale: 1.15 };
const codeWithLines: readonly Room[] = [
  largerCode,
  ...[ample, modest].flatMap((room) => [7, 5, 3].map((qrLines) => ({ ...room, qrLines }))),
  { ...ample, qrLines: 0 },
  ...smallerCode,
];

/** Layouts without lines. Trying layouts that differ only in their lines would cost time while a customer waits. */
const codeWithoutLines: readonly Room[] = [largerCode, ample, modest, ...smallerCode];

/** One more line is more useful than space between lines. */
const onBasket: readonly Room[] = [
  ...growing,
  { ...ample, basketLines: 7 },
  { ...narrow, basketLines: 7 },
  { ...ample, basketLines: 5 },
  ...[6, 5, 4, 3].map((basketLines) => ({ ...narrow, basketLines })),
  ...smaller,
];

const onPaper: readonly Room[] = [
  ...growing,
  modest,
  ...at({ ...modest, sign: false }, 1.15, 1),
  ...at(narrow, 1.15, 1),
  { ...narrow, rewards: 2 },
  { ...narrow, rewards: 1, messageTotal: false },
  ...smaller,
];

export function roomsFor(screen: CustomerScreen): readonly Room[] {
  if (screen.kind === 'qr') return screen.lines.length === 0 ? codeWithoutLines : codeWithLines;
  return screen.kind === 'basket' ? onBasket : onPaper;
}

const RoomContext = createContext<Room>(ample);
export const RoomProvider = RoomContext.Provider;
export const useRoom = (): Room => useContext(RoomContext);
