/**
 * An assumption of the app about Electron. `see` observes the real behaviour and returns it as text for a comparison.
 */
export interface Assumption {
  readonly what: string;
  readonly expected: string;
  see(): Promise<string>;
}

export interface Seen {
  readonly what: string;
  readonly expected: string;
  readonly seen: string;
}

/** Returns `threw`, or the value that the function returned. */
export const throws = (act: () => unknown): string => {
  try {
    act();
    return 'allowed';
  } catch {
    return 'threw';
  }
};

/** Runs one observation and prints its result to stdout as one line of JSON. */
export const lookAt = async ({ what, expected, see }: Assumption): Promise<void> => {
  const seen = await see().catch((error: unknown) => `threw ${error instanceof Error ? error.message : error}`);
  process.stdout.write(`${JSON.stringify({ what, expected, seen } satisfies Seen)}\n`);
};
