export interface EndingParts {
  /** Called while everything is open. Returns a function to call when everything is closed. */
  readonly atEnd: () => () => void;
  readonly ends: readonly (() => void)[];
  /** Waits for running work and sends the metrics once more; undefined if there is no app. */
  readonly stopApp: () => Promise<void> | undefined;
  readonly closeWindows: () => void;
  readonly discardKeys: () => void;
  readonly restarts: () => boolean;
}

/** Ends the program in order. An update comes last, because it replaces the program, and is skipped after an error. */
export async function endProgram(parts: EndingParts): Promise<void> {
  const install = parts.atEnd();
  for (const end of parts.ends) end();
  await parts.stopApp();
  parts.closeWindows();
  parts.discardKeys();
  if (!parts.restarts()) install();
}
