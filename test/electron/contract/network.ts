import { session } from 'electron';
import { chromiumFetch } from '../../../src-main/shell/system.ts';
import type { Assumption } from './assumption.ts';
import { openContractServer } from './server.ts';

/** A PUT over a reused connection, which the server drops. */
const startOverUsed = async (): Promise<string> => {
  const server = await openContractServer();
  try {
    const fetch = chromiumFetch();
    const send = async (path: string): Promise<void> => {
      const ended = new AbortController();
      const response = await fetch(server.url + path, { method: 'PUT', body: '{}', signal: ended.signal });
      await response.text();
      // The app's client also aborts a finished request, which frees its session for the next one.
      ended.abort();
    };
    // After the answer was read, the connection is free.
    await send('/first');
    await send('/drop').catch(() => undefined);
    return server.received.join(', ');
  } finally {
    server.close();
  }
};

export const networkAssumptions: readonly Assumption[] = [
  {
    what: 'Chromium repeats a request when its reused connection is dropped',
    expected: 'PUT /first, PUT /drop, PUT /drop',
    see: () => startOverUsed(),
  },
  {
    what: 'the same partition name returns the same session',
    expected: 'true',
    see: async () => {
      const before = session.fromPartition('one');
      return String(before === session.fromPartition('one'));
    },
  },
];
