/** A `ref` that scrolls to an element below the fold, so that a tap never seems to have no effect. */
export const bringIntoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};
