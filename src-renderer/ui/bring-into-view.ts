/**
 * Used as a `ref`: scrolls once to an element that appeared below the fold, so that a tap never seems to have no
 * effect.
 */
export const bringIntoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};
