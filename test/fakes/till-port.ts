import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface PrintingTill {
  readonly socket: Socket;
  readonly received: () => Buffer;
  /** `reset`: the other side broke the connection. `closed`: both sides ended it. */
  readonly ended: Promise<'reset' | 'closed'>;
}

export async function connectTill(address: string): Promise<PrintingTill> {
  const [host = '', port] = address.split(':');
  const socket = connect({ host, port: Number(port), allowHalfOpen: true, noDelay: true });
  const chunks: Buffer[] = [];
  const ended = Promise.withResolvers<'reset' | 'closed'>();
  let isReset = false;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {
    isReset = true;
  });
  socket.on('close', () => ended.resolve(isReset ? 'reset' : 'closed'));
  await Promise.race([once(socket, 'connect').catch(() => undefined), ended.promise]);
  return { socket, received: () => Buffer.concat(chunks), ended: ended.promise };
}

/** Sends one job and ends the sending side, as most tills do. */
export async function printJob(address: string, ...chunks: readonly (Buffer | string)[]) {
  const till = await connectTill(address);
  for (const chunk of chunks) till.socket.write(chunk);
  till.socket.end();
  return { ended: await till.ended, received: till.received() };
}
