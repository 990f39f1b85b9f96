import events from './log-events.json' with { type: 'json' };

export type LogLevel = keyof typeof events;
/** The events of a level. The table has a meaning and a remedy for each (docs/log-events.md). */
export type LogEvent<Level extends LogLevel> = keyof (typeof events)[Level] & string;

export const isLogEvent = <Level extends LogLevel>(level: Level, name: string): name is LogEvent<Level> =>
  Object.hasOwn(events[level], name);
