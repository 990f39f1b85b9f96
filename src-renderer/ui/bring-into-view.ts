/** As a `ref`: what has just appeared below the fold is scrolled to once, so that a tap never seems to do nothing. */
export const bringIntoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};
