import { createServer, request as forward } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/**
 * A company's proxy, the only way to `service.example` on this computer. `asks` demands a password and forwards nothing.
 * `plain` and `secure` are the ports of the servers behind it.
 */
export type CompanyProxy = Awaited<ReturnType<typeof openProxy>>;

export const openProxy = async (kind: 'open' | 'asks', behind: { readonly plain: number; readonly secure: number }) => {
  /** The requested methods and addresses: `PUT http://service.example/`, `CONNECT service.example:443`. */
  const received: string[] = [];
  const refusal = { 'proxy-authenticate': 'Basic realm="company"', 'content-type': 'text/html' };
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    if (kind === 'asks') {
      request.resume();
      return void response.writeHead(407, refusal).end('<html>sign in</html>');
    }
    const { pathname = '/', port = '' } = URL.parse(request.url ?? '') ?? {};
    const { method, headers } = request;
    const onwards = forward(
      { host: '127.0.0.1', port: port === '' ? behind.plain : Number(port), path: pathname, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onwards.on('error', () => response.destroy());
    request.pipe(onwards);
  });
  server.on('connect', (request, socket) => {
    received.push(`CONNECT ${request.url}`);
    socket.on('error', () => undefined);
    if (kind === 'asks') {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="company"\r\n\r\n');
      return;
    }
    const onwards = connect(request.url?.endsWith(':443') === true ? behind.secure : behind.plain, '127.0.0.1', () => {
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
