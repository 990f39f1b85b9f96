/** On a display without touch, and where nobody would hear a finger. */
export const noTouch = { languages: [], touch: { agree: false, scanned: false, paper: false } } as const;
