interface KeptEvent {
  readonly number: number;
  /** Who opened the sale that it tells of; null for what every till may hear. */
  readonly owner: string | null;
  readonly text: () => string;
}

/** The last events of one till, numbered for it alone: a till that makes many pushes out no other till's. */
export interface Channel {
  /** `format` is called when the text is first wanted. */
  keep(format: (number: number) => string, owner: string | null): KeptEvent;
  /** The events behind this one, or null when some of them are no longer kept, or there never was such an event. */
  since(number: number): readonly KeptEvent[] | null;
  /** The number of the last event; 0 before the first. */
  last(): number;
}

const keptEvents = 512;

export function createChannel(): Channel {
  const kept: KeptEvent[] = [];
  let last = 0;
  return {
    keep(format, owner) {
      const number = ++last;
      let made: string | undefined;
      const text = () => {
        made ??= format(number);
        return made;
      };
      const event = { number, owner, text };
      kept.push(event);
      if (kept.length > keptEvents) kept.shift();
      return event;
    },
    since(number) {
      const first = kept[0]?.number ?? last + 1;
      if (!Number.isInteger(number) || number < first - 1 || number > last) return null;
      return kept.slice(number - first + 1);
    },
    last: () => last,
  };
}
