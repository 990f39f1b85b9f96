import { type DisplayInfo, type Rectangle, recognise } from './displays.ts';

/**
 * Where the cashier's window belongs: where it was opened, or where a person brought it. Displays change places, go to sleep
 * and come back while the program is open, and systems then leave or put windows where they like: without a memory the
 * cashier's window would stay in front of the customers, and theirs would take its display.
 */
export interface Home {
  readonly display: Pick<DisplayInfo, 'id' | 'label' | 'bounds'>;
  /** The other displays that were there: none of them can be this one come back. */
  readonly others: readonly number[];
  /** How the window stood. */
  readonly window: Rectangle;
}

export const homeAt = <Display extends DisplayInfo>(
  displays: readonly Display[],
  display: Display,
  window: Rectangle,
): Home => ({ display, others: displays.map(({ id }) => id).filter((id) => id !== display.id), window });

/** The cashier's display among those that are connected; null while it is not. It may have another id than before. */
export function homeAmong<Display extends DisplayInfo>(
  displays: readonly Display[],
  { display: { id, label, bounds }, others }: Home,
): Display | null {
  const same = displays.find((one) => one.id === id && one.label === label);
  const come = displays.filter((one) => !others.includes(one.id));
  return same ?? recognise(come, { id, looks: { label, ...bounds } }) ?? null;
}

/** As the window stood at home, wherever that is now, and inside it. */
export function boundsAtHome({ display, window }: Home, { bounds, workArea }: DisplayInfo): Rectangle {
  const width = Math.min(window.width, workArea.width);
  const height = Math.min(window.height, workArea.height);
  const inside = (at: number, from: number, room: number): number => Math.min(Math.max(at, from), from + room);
  return {
    x: inside(bounds.x + window.x - display.bounds.x, workArea.x, workArea.width - width),
    y: inside(bounds.y + window.y - display.bounds.y, workArea.y, workArea.height - height),
    width,
    height,
  };
}
