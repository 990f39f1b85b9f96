/**
 * Whether this display has a touch screen, as far as a page can know: first the browser's report about the computer,
 * then the first touch. `tell` returns whether main accepted the report. Returns the function that ends it.
 */
export function tellTouch(tell: (touch: boolean) => Promise<boolean>): () => void {
  let said = false;
  const say = async (touch: boolean): Promise<void> => {
    said = touch;
    const isHeard = await tell(touch).catch(() => false);
    if (!isHeard) said = false;
  };
  const felt = ({ pointerType }: PointerEvent): void => {
    if (!said && pointerType === 'touch') void say(true);
  };
  void say(navigator.maxTouchPoints > 0 || matchMedia('(any-pointer: coarse)').matches);
  window.addEventListener('pointerdown', felt, true);
  return () => window.removeEventListener('pointerdown', felt, true);
}
