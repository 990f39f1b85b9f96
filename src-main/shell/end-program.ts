export interface EndingParts {
  /** Is called while everything is still open, and returns a function to call once everything is closed. */
  readonly atEnd: () => () => void;
  /** Functions that stop what runs beside the app: tray, timers, the power-save blocker. */
  readonly ends: readonly (() => void)[];
  /** Waits for running work and sends the metrics once more; undefined if there is no app yet. */
  readonly stopApp: () => Promise<void> | undefined;
  readonly closeWindows: () => void;
  readonly discardKeys: () => void;
  readonly startsAnew: () => boolean;
}

/** The end of the program, in order. An update replaces the program, so it comes last, and not at all after an error. */
export async function endProgram(parts: EndingParts): Promise<void> {
  const install = parts.atEnd();
  for (const end of parts.ends) end();
  await parts.stopApp();
  parts.closeWindows();
  parts.discardKeys();
  if (!parts.startsAnew()) install();
}
