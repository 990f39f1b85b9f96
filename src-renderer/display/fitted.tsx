import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ample, type Room, RoomProvider } from './room.ts';

interface FittedProps {
  /** The key of the content; a new key is fitted again. */
  readonly of: string;
  /** The layouts from the largest to the smallest, which always fits. */
  readonly rooms: readonly Room[];
  readonly children: ReactNode;
}

/** Whether text is wider than its element. Half a pixel is rounding. */
const isTooNarrow = (element: HTMLElement): boolean => {
  const words = document.createRange();
  words.selectNodeContents(element);
  return words.getBoundingClientRect().right > element.getBoundingClientRect().right + 0.5;
};

const isWiderThanItsBox = ({ scrollWidth, clientWidth }: HTMLElement): boolean => scrollWidth > clientWidth + 1;

const overflows = (stage: HTMLElement): boolean =>
  stage.scrollHeight > stage.clientHeight + 1 ||
  isWiderThanItsBox(stage) ||
  // The name of an article may be shortened, but not its amount.
  [...stage.querySelectorAll<HTMLElement>('.lines')].some(isWiderThanItsBox) ||
  [...stage.querySelectorAll<HTMLElement>('h1:not(.sr-only), h2, dd, .lead')].some(isTooNarrow);

/** Whether a larger text would shorten the name of an article. */
const shortens = (stage: HTMLElement): boolean =>
  [...stage.querySelectorAll<HTMLElement>('.lines__text bdi')].some(isWiderThanItsBox);

/** Draws its children in the first layout that fits, before they become visible. */
export function Fitted({ of, rooms, children }: FittedProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState({ of, place: 0 });
  const [fonts, setFonts] = useState(0);
  const what = `${fonts} ${of}`;
  const place = tried.of === what ? tried.place : 0;
  const room = rooms[place] ?? ample;

  useLayoutEffect(() => {
    if (stage.current === null || place + 1 >= rooms.length) return;
    if (overflows(stage.current) || (room.scale > 1 && shortens(stage.current))) {
      setTried({ of: what, place: place + 1 });
    }
  });

  useEffect(() => {
    // The text may have been measured in another font before.
    const loaded = (): void => setFonts((before) => before + 1);
    document.fonts.addEventListener('loadingdone', loaded);
    return () => document.fonts.removeEventListener('loadingdone', loaded);
  }, []);

  return (
    <RoomProvider value={room}>
      <div
        ref={stage}
        className="customer__room"
        data-tight={room.tight === 'no' ? undefined : room.tight}
        data-total={room.largeTotal ? undefined : 'modest'}
        style={{ '--scale': String(room.scale) }}
      >
        {children}
      </div>
    </RoomProvider>
  );
}
