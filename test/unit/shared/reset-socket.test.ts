import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { resetSocket } from '../../../src-main/shared/reset-socket.ts';
import { onLoopback } from '../../app/loopback.ts';

test.each([
  ['is open', (_socket: Socket) => undefined],
  ['is being ended', (socket: Socket) => void socket.end()],
  ['is being ended after its last bytes', (socket: Socket) => void socket.end('bytes')],
])('the other side learns of the reset of a connection that %s', async (_when, before) => {
  const accepted = Promise.withResolvers<Socket>();
  const port = await onLoopback(createServer({ allowHalfOpen: true }, accepted.resolve));
  const errors: Error[] = [];
  const socket = connect(port, '127.0.0.1').on('error', (error) => errors.push(error));
  await once(socket, 'connect');
  const peer = (await accepted.promise).on('error', () => undefined).resume();
  before(socket);
  resetSocket(socket);
  // A half-open peer learns of a closed connection when it writes.
  const writing = setInterval(() => peer.write('answer'), 10);
  await new Promise((resolve) => peer.once('close', resolve));
  clearInterval(writing);
  expect(errors).toEqual([]);
});
