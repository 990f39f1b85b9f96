/** Electron allows some calls only before `ready` and some only after it, and throws or does nothing in the other order. */

let isReady = false;
export const becomeReady = (): void => {
  isReady = true;
};

export const onlyBeforeReady = (what: string): void => {
  if (isReady) throw new Error(`${what} must be called before the app is ready`);
};

export const onlyAfterReady = (what: string): void => {
  if (!isReady) throw new Error(`${what} cannot be used before the app is ready`);
};
