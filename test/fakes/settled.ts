/** A question that may be asked at any time: has the promise settled? */
export function settled(pending: Promise<unknown>): () => boolean {
  let isSettled = false;
  const end = (): void => {
    isSettled = true;
  };
  pending.then(end, end);
  return () => isSettled;
}

/** Waits until everything has run that needs no timer. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
