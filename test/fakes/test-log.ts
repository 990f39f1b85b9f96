import type { Log } from '../../src-main/ports.ts';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface TestLog extends Log {
  readonly lines: readonly LogLine[];
}

export function createTestLog(): TestLog {
  const lines: LogLine[] = [];
  const keep =
    (level: LogLine['level']) =>
    (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
      lines.push({ level, event, fields });
    };
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') };
}
