import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/**
 * A company's proxy, the only way to `service.example` on this computer. `asks` demands a password and forwards nothing.
 * `secure` is the port of the server behind it. Addresses without TLS are refused: the app sends them to no proxy.
 */
export type CompanyProxy = Awaited<ReturnType<typeof openProxy>>;

export const openProxy = async (kind: 'open' | 'asks', secure: number) => {
  /** The requested addresses: `CONNECT service.example:443`. */
  const received: string[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, socket) => {
    received.push(`CONNECT ${request.url}`);
    socket.on('error', () => undefined);
    if (kind === 'asks') {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="company"\r\n\r\n');
      return;
    }
    const onwards = connect(secure, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onwards.pipe(socket).pipe(onwards);
    });
    onwards.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
