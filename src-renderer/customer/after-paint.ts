/** A covered window gets no frames; this long after the change its content counts as drawn. */
const withoutFramesMs = 250;

/**
 * Calls `run` once after the last render was painted: the second animation frame starts only when the first is on the
 * screen. A hidden window gets no frames, so a timer is used as well. The returned function cancels it.
 */
export function afterPaint(run: () => void): () => void {
  let frame = 0;
  let timer = 0;
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const finish = (): void => {
    cancel();
    run();
  };
  timer = window.setTimeout(finish, withoutFramesMs);
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(finish);
  });
  return cancel;
}
