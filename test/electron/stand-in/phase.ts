/** Electron allows some calls only before or only after `ready`, and otherwise throws or does nothing. */

let isReady = false;
let waiting: (() => void)[] = [];
export const becomeReady = (): void => {
  isReady = true;
  for (const act of waiting.splice(0)) act();
};

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
