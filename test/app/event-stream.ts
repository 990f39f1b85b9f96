import { type IncomingMessage, request } from 'node:http';
import { onTestFinished } from 'vitest';

export type Stream = Awaited<ReturnType<typeof listen>>;

/** Listens over its own socket, which closes at the end of the test. */
export async function listen(
  till: { readonly port: number; readonly token: string },
  lastEventId?: string,
  token = till.token,
) {
  const headers = {
    host: `127.0.0.1:${till.port}`,
    authorization: `Bearer ${token}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const outgoing = request({ host: '127.0.0.1', port: till.port, path: '/v1/events', headers, agent: false });
  onTestFinished(() => void outgoing.destroy());
  outgoing.on('error', () => {});
  outgoing.end();
  const response = await new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve));
  const blocks = blocksOf(response);
  /** The next block including comments; null after the end of the stream. */
  const block = async () => {
    const { value, done } = await blocks.next();
    return done ? null : value;
  };
  /** The next event; comments are skipped. Null when the stream has ended. */
  const next = async () => {
    for (let text = await block(); text !== null; text = await block()) {
      const event = /^event: (\w+)\nid: (\S+)\ndata: (.*)$/.exec(text);
      if (event !== null)
        return { name: event[1] ?? '', id: event[2] ?? '', data: JSON.parse(event[3] ?? '') as unknown };
    }
    return null;
  };
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    next,
    block,
    request: outgoing,
    response,
  };
}

async function* blocksOf(response: IncomingMessage): AsyncGenerator<string, void> {
  let rest = '';
  try {
    for await (const chunk of response) {
      const parts = (rest + String(chunk)).split('\n\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch {
    // A closed connection also ends the stream.
  }
}
