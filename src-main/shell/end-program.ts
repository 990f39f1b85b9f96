export interface EndingParts {
  /** Asked while everything is still open: what is to be done once it is closed. */
  readonly atEnd: () => () => void;
  /** What runs beside the app: tray, timers, what keeps the displays awake. */
  readonly ends: readonly (() => void)[];
  /** Lets what is under way end, and sends the metrics once more; undefined while there is no app yet. */
  readonly stopApp: () => Promise<void> | undefined;
  readonly closeWindows: () => void;
  readonly discardKeys: () => void;
  /** The program is started again: an installer must not meet that start. */
  readonly startsAnew: () => boolean;
}

/** The last second, in order. What is installed takes the place of the program, so it comes last, and not at all after an error. */
export async function endProgram(parts: EndingParts): Promise<void> {
  const install = parts.atEnd();
  for (const end of parts.ends) end();
  await parts.stopApp();
  parts.closeWindows();
  parts.discardKeys();
  if (!parts.startsAnew()) install();
}
