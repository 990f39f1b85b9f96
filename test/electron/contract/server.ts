import { createServer, type Server, type Socket } from 'node:net';

/** A raw server: what it hears, and over which connection; what it says to each address. */
export interface ContractServer {
  readonly url: string;
  /** `METHOD /path`, oldest first, each once its body was read. */
  readonly heard: readonly string[];
  close(): void;
}

const answer = (head: string, body = ''): string =>
  `HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: text/plain\r\n\r\n${body}`;

/** `/drop`: reads the body and ends a connection that carried something before, without an answer. */
const answerTo = (path: string, socket: Socket, isReused: boolean): void => {
  if (path === '/drop' && isReused) socket.destroy();
  else if (path === '/redirect') socket.write(answer('302 Found\r\nLocation: /there'));
  else if (path === '/kept') socket.write(answer('200 OK\r\nCache-Control: max-age=3600', 'kept'));
  else socket.write(answer('200 OK', 'ok'));
};

export const openContractServer = async (): Promise<ContractServer> => {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let text = '';
    let carried = 0;
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = text.slice(0, end);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (text.length < end + 4 + length) return;
        text = text.slice(end + 4 + length);
        const [method = '', path = ''] = head.split(' ');
        heard.push(`${method} ${path}`);
        answerTo(path, socket, carried > 0);
        carried += 1;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
