import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { watchConnections } from '../../../src-main/api/admission.ts';
import { onLoopback } from '../../app/loopback.ts';

/** A server whose connections are watched, and a client that sends these bytes and never closes its side. */
async function connectionOf(bytes: string): Promise<{ readonly atServer: Socket; readonly client: Socket }> {
  const connections = watchConnections(8, 8);
  const server = createServer((request, response) => {
    connections.arrived(request, response);
    // The request is still running when the wrong byte arrives.
    server.once('clientError', () => response.end('answered'));
  });
  connections.watch(server);
  const port = await onLoopback(server);
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  client.write(bytes);
  const [atServer] = await accepted;
  return { atServer, client };
}

const whole = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

test.each([
  ['does not speak HTTP', 'no HTTP\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['sends a stray byte behind a whole request', `${whole}x\r\n\r\n`, /^HTTP\/1\.1 200 [\s\S]*answered/],
])(
  'the server closes both directions of the connection of a client that %s and then stays connected',
  async (_what, bytes, answer) => {
    const { atServer, client } = await connectionOf(bytes);
    let received = '';
    client.on('data', (chunk) => {
      received += chunk;
    });
    const [closed] = await Promise.all([once(atServer, 'close'), once(client, 'end')]);
    expect(closed).toBeDefined();
    expect(received).toMatch(answer);
    expect(atServer.destroyed).toBe(true);
  },
);

describe('at the limit of connections', () => {
  const till = { id: 'till-1', stillPaired: () => true };

  function watched(most: number, mostOfTill: number) {
    const connections = watchConnections(most, mostOfTill);
    const server = new EventEmitter();
    connections.watch(server as Server);
    const open = (): Socket => {
      const socket = new Socket();
      server.emit('connection', socket);
      return socket;
    };
    const speak = (socket: Socket): boolean => connections.admit({ socket } as IncomingMessage, till);
    const ask = (socket: Socket): ServerResponse => {
      const response = new EventEmitter() as ServerResponse;
      connections.arrived({ socket } as IncomingMessage, response);
      return response;
    };
    return { open, speak, ask };
  }

  test('a connection over the limit of a till closes the connection of this till that has been silent longest', () => {
    const { open, speak } = watched(8, 2);
    const [first, second, third, fourth] = [open(), open(), open(), open()];
    for (const socket of [first, second, first, third]) expect(speak(socket)).toBe(true);
    expect([first.destroyed, second.destroyed]).toEqual([false, true]);
    expect(speak(fourth)).toBe(true);
    expect([first.destroyed, third.destroyed]).toEqual([true, false]);
  });

  test('a connection whose second request waits for its answer is not closed', () => {
    const { open, speak, ask } = watched(8, 1);
    const [busy, next] = [open(), open()];
    speak(busy);
    const answered = ask(busy);
    ask(busy);
    answered.emit('close');
    expect(speak(next)).toBe(false);
    expect(busy.destroyed).toBe(false);
  });

  test('connections of tills count, but a new connection closes the one without a till that has been silent longest', () => {
    const { open, speak } = watched(3, 8);
    const admitted = open();
    speak(admitted);
    const silent = [open(), open(), open()];
    expect([admitted, ...silent].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  });
});
