/** Until its page has been drawn; then it is not there, and the page is enough. */
const mostFrames = 60;

/** Of several options the chosen one, and a field before the buttons beside it. */
const byRank = [
  'input:checked:not(:disabled)',
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled)',
  'button:not(:disabled)',
] as const;

/** Where everything is fixed by the administration: the words that say so. */
function controlIn(place: HTMLElement): HTMLElement {
  for (const rank of byRank) {
    const control = place.querySelector<HTMLElement>(rank);
    if (control !== null) return control;
  }
  if (place.tabIndex < 0) place.tabIndex = -1;
  return place;
}

/** Brings a setting into view and puts the focus on it, as soon as its page stands. Returns the function that gives up. */
export function leadTo(setting: string): () => void {
  let frames = 0;
  let frame = 0;
  const look = (): void => {
    const place = document.querySelector<HTMLElement>(`[data-setting="${setting}"]`);
    frames += 1;
    if (place === null) {
      if (frames < mostFrames) frame = requestAnimationFrame(look);
      return;
    }
    place.scrollIntoView({ block: 'center' });
    controlIn(place).focus({ preventScroll: true });
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
