/** An assumption of the app about Electron. `see` returns the real behaviour as text. */
export interface Assumption {
  readonly what: string;
  readonly expected: string;
  see(): Promise<string>;
}

export interface Check {
  readonly what: string;
  readonly expected: string;
  readonly seen: string;
}

/** Returns `threw`, or the returned value as text. */
export const throws = (act: () => unknown): string => {
  try {
    act();
    return 'allowed';
  } catch {
    return 'threw';
  }
};

export const checkAssumption = async ({ what, expected, see }: Assumption): Promise<void> => {
  const seen = await see().catch((error: unknown) => `threw ${error instanceof Error ? error.message : error}`);
  process.stdout.write(`${JSON.stringify({ what, expected, seen } satisfies Check)}\n`);
};
