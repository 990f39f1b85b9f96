import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { partnerKey } from '../../src-main/settings/credentials.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { onLoopback } from './loopback.ts';
import { posClient } from './program.ts';
import { openTestApp, type TestApp, type TestAppOptions, unwrap } from './test-app.ts';

export interface PartnerCall {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

export type ReplyScript =
  | FakeReply
  | ((request: PartnerCall, response: ServerResponse) => FakeReply | null | Promise<FakeReply | null>);

/**
 * A small partner interface over real sockets with the test's answers by method and path without query. The first match
 * counts; `*` matches everything.
 */
export async function startPartner(answers: Record<string, ReplyScript> = {}) {
  const requests: PartnerCall[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: Buffer.concat(pieces).toString() };
    requests.push(one);
    const answer = answers[`${method} ${url.split('?', 1)[0]}`] ?? answers['*'] ?? { status: 404 };
    const sent = typeof answer === 'function' ? await answer(one, response) : answer;
    // The test wrote the response itself.
    if (sent === null) return;
    const isText = typeof sent.body === 'string' || sent.body instanceof Uint8Array;
    response.writeHead(sent.status ?? 200, {
      ...(sent.body !== undefined && !isText && { 'content-type': 'application/json' }),
      ...sent.headers,
    });
    response.end(isText || sent.body === undefined ? sent.body : JSON.stringify(sent.body));
  });
  const port = await onLoopback(server);
  return { url: `http://127.0.0.1:${port}/partner`, requests, answers };
}

export const key = 'canary-partner-key-4711';
export const partnerToken = 'a-pairing-token-that-is-only-a-test';
export const userId = '5d7c1f0e-93b2-4c6a-8e21-7a4f0d9b3c52';
export const receiptId = 'b1d6c8a4-2f37-4c19-8e55-0a9d3c7f4b21';

export async function openPartnerTestApp(
  options: TestAppOptions & { readonly answers?: Record<string, ReplyScript>; readonly key?: string | null } = {},
) {
  const partner = await startPartner(options.answers);
  const settings: SettingsPatch = {
    ...options.settings,
    service: { partnerUrl: partner.url, ...options.settings?.service },
  };
  const testApp = await openTestApp({ posToken: partnerToken, ...options, settings });
  if (options.key !== null) unwrap(await partnerKey(testApp.secrets, partner.url).set(options.key ?? key));
  return {
    testApp,
    partner,
    call: (method: string, path: string, body?: unknown) => callTill(testApp, method, path, body),
  };
}

export async function callTill(testApp: TestApp, method: string, path: string, body?: unknown) {
  const response = await posClient(testApp.posApiUrl ?? '', partnerToken).call(method, path, body);
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    /** Undefined for an empty body. */
    body: (isJson && text !== '' ? JSON.parse(text) : undefined) as unknown,
  };
}
