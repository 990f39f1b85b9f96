/** Electron allows some calls only before `ready` and some only after it, and throws or does nothing in the other order. */

let isReady = false;
let waiting: (() => void)[] = [];
export const becomeReady = (): void => {
  isReady = true;
  for (const act of waiting.splice(0)) act();
};

/** Runs `act` at once if the app is ready, else as soon as it is. */
export const whenPhaseIsReady = (act: () => void): void => {
  if (isReady) act();
  else waiting = [...waiting, act];
};

export const onlyBeforeReady = (what: string): void => {
  if (isReady) throw new Error(`${what} must be called before the app is ready`);
};

export const onlyAfterReady = (what: string): void => {
  if (!isReady) throw new Error(`${what} cannot be used before the app is ready`);
};
