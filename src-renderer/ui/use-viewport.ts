import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Viewport } from './qr-code.tsx';

let last: Viewport = { width: 0, height: 0, ratio: 0 };

const read = (): Viewport => {
  const now = { width: window.innerWidth, height: window.innerHeight, ratio: window.devicePixelRatio };
  const same = now.width === last.width && now.height === last.height && now.ratio === last.ratio;
  if (!same) last = now;
  return last;
};

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

/** Null: the window is the display. */
export const PreviewOf = createContext<Viewport | null>(null);

/** The display's size and pixel density; a window that moves to another display gets a resize as well. */
export const useViewport = (): Viewport => {
  const window = useSyncExternalStore(subscribe, read);
  return useContext(PreviewOf) ?? window;
};
