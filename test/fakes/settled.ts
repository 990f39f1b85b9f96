/** A question that may be asked at any time: has the promise settled? */
export function settled(pending: Promise<unknown>): () => boolean {
  let isSettled = false;
  const end = (): void => {
    isSettled = true;
  };
  pending.then(end, end);
  return () => isSettled;
}
