import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { watchConnections } from '../../../src-main/api/connections.ts';

/** A server whose connections are watched, and a client that sends these bytes and never closes its side. */
async function connectionOf(bytes: string): Promise<{ readonly atServer: Socket; readonly client: Socket }> {
  const connections = watchConnections(8, 8);
  const server = createServer((request, response) => {
    connections.arrived(request, response);
    // Still under way when the stray byte is found.
    server.once('clientError', () => response.end('answered'));
  });
  connections.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.write(bytes);
  const [atServer] = await accepted;
  return { atServer, client };
}

const whole = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

test.each([
  ['does not speak HTTP', 'no HTTP\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['sends a stray byte behind a whole request', `${whole}x\r\n\r\n`, /^HTTP\/1\.1 200 [\s\S]*answered/],
])('the connection of a client that %s and then stays is gone, and not half open', async (_what, bytes, answer) => {
  const { atServer, client } = await connectionOf(bytes);
  let said = '';
  client.on('data', (chunk) => {
    said += chunk;
  });
  const [closed] = await Promise.all([once(atServer, 'close'), once(client, 'end')]);
  expect(closed).toBeDefined();
  expect(said).toMatch(answer);
  expect(atServer.destroyed).toBe(true);
});
