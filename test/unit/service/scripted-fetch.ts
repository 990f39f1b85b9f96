import type { Fetch } from '../../../src-main/ports.ts';

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly redirect: string | undefined;
  readonly freshConnection: boolean;
}

export type Script = (request: SentRequest, count: number) => Response | Promise<Response>;

/** Answers by a script and records requests; `count` starts at 1. */
export function scriptedFetch(script: Script): { readonly fetch: Fetch; readonly sent: readonly SentRequest[] } {
  const sent: SentRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const { method = 'GET', headers, body, redirect, freshConnection = false } = init;
    const text = body == null ? null : String(body);
    const request = { method, url, headers: new Headers(headers), body: text, redirect, freshConnection };
    sent.push(request);
    return script(request, sent.length);
  };
  return { fetch, sent };
}

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8' } });

export const plain = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });

export const page = (status = 200): Response =>
  new Response('<!DOCTYPE html><html><body>This store is closed. Sign in.</body></html>', {
    status,
    headers: { 'content-type': 'text/html' },
  });

export const asProblem = (status: number, body: Readonly<Record<string, unknown>>): Response =>
  new Response(JSON.stringify({ status, ...body }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
