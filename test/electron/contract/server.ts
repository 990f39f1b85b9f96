import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';

/** A raw server that records requests with their connection and answers each address as configured. */
export type ContractServer = Awaited<ReturnType<typeof openContractServer>>;

const answer = (head: string, body: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json\r\n\r\n`,
    ),
    Buffer.from(body),
  ]);

type Say = (socket: Socket, isReused: boolean) => void;
const says =
  (...parts: Parameters<typeof answer>): Say =>
  (socket) =>
    void socket.write(answer(...parts));

const ok = says('200 OK', '"ok"');
const byPath: Readonly<Record<string, Say>> = {
  /** Closes a reused connection without an answer, after reading the body. */
  '/drop': (socket, isReused) => (isReused ? void socket.destroy() : ok(socket, isReused)),
  '/packed': says('200 OK\r\nContent-Encoding: gzip', gzipSync('"unpacked"')),
  '/missing': says('404 Not Found', '"missing"'),
  '/sign-in': says('401 Unauthorized\r\nWWW-Authenticate: Basic realm="here"', '"who are you"'),
  '/busy': says('503 Service Unavailable\r\nRetry-After: 7', '"busy"'),
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status) => [`/redirect-${status}`, says(`${status} Elsewhere\r\nLocation: /there`)]),
  ),
  '/kept': says('200 OK\r\nCache-Control: max-age=3600\r\nETag: "1"', '"kept"'),
  '/cookie': says('200 OK\r\nSet-Cookie: seen=yes; Path=/', '"cookie"'),
  '/proxy-sign-in': says('407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="here"', '"who"'),
  '/closes': (socket) => void socket.destroy(),
  '/breaks': (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"bre'),
  '/long': says('200 OK', `"${'x'.repeat(1_100_000)}"`),
  '/silent': () => undefined,
  '/half': (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"hal'),
  '/no-http': (socket) => void socket.end('220 mail.example ready\r\n\r\n'),
};

export const openContractServer = async (tls?: { readonly key: string; readonly cert: string }) => {
  /** `METHOD /path` of each request, after its body was read. */
  const received: string[] = [];
  const heads: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const untilReceived = (path: string): PromiseWithResolvers<void> => {
    const known = waiting.get(path) ?? Promise.withResolvers<void>();
    waiting.set(path, known);
    return known;
  };
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
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
        received.push(`${method} ${path}`);
        heads.push(head);
        untilReceived(path).resolve();
        (byPath[path] ?? ok)(socket, carried > 0);
        carried += 1;
      }
    });
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  // A client that rejects the certificate closes the connection.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    received,
    heads,
    untilReceived: (path: string) => untilReceived(path).promise,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
