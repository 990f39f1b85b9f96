import type { Metrics } from '../ports.ts';

/** What one call came to, as far as it is measured. */
export interface MeasuredReply {
  /** `http` and `open` have a status; the others are errors by their kind, `noAnswer` by its reason. */
  readonly kind: string;
  readonly status?: number | null;
  readonly reason?: string;
}

/** `name`: `POST /v3/bill/url` or `list of receipts`, never with an id. `tookMs` holds the wait for a sign-in, too. */
export function measureCall(
  metrics: Metrics | undefined,
  { method, name }: { readonly method: string; readonly name: string },
  reply: MeasuredReply,
  tookMs: number,
): void {
  const hasAnswer = reply.kind === 'http' || reply.kind === 'open';
  const bare = name.startsWith(`${method} `) ? name.slice(method.length + 1) : name;
  metrics?.measure('receipt_companion.service.call.duration', tookMs / 1_000, {
    'http.request.method': method,
    route: bare.replaceAll(' ', '-'),
    'http.response.status_code': reply.status ?? null,
    'error.type': hasAnswer ? null : (reply.reason ?? reply.kind),
  });
}
