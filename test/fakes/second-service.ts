import { createServer } from 'node:http';
import { onLoopback } from '../app/loopback.ts';

/**
 * Another receipt service, written independently from receipt-service.md 4 and 5. It uses what the document allows and
 * the simulator does not do: GUIDs in capitals, undocumented members, enumerations as numbers, list entries with only
 * an id, and missing members that may be null. In the open parts of the partner interface it differs from our defaults.
 */
export async function startSecondService(): Promise<{ readonly url: string; readonly requests: readonly string[] }> {
  const known = new Map<string, 'registered' | 'stored' | 'cancelled'>();
  const requests: string[] = [];
  let count = 0;
  const newId = (): string => {
    count += 1;
    return `A0000000-0000-1000-0000-${String(count).padStart(12, '0')}`;
  };
  const receipts = ['R1', 'R2', 'R3'];
  const more = { tenant: null, links: [], revision: 7 };
  type Reply = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];
  const textual = (status: number, words: string): Reply => [status, words, { 'content-type': 'text/plain' }];
  const addressOf = (billId: string): Reply => [
    200,
    { ...more, billId, url: `https://r.example/${billId}`, type: 'url' },
  ];

  function answer(method: string, path: string, body: string): Reply {
    const query = new URLSearchParams(path.split('?')[1]);
    const [, id = ''] = /([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})/i.exec(path) ?? [];
    switch (`${method} ${path.replace(id || /$^/, '{id}').replace(/\?.*$/, '')}`) {
      case 'POST /token':
        return new URLSearchParams(body).get('response_type') === 'token'
          ? [200, { refresh_token: 'r', expires_in: '86400', token_type: 'bearer', access_token: 'a', scope: '' }]
          : [400, { error: 'invalid_request' }];
      case 'POST /api/v3/bill/url': {
        const billId = newId();
        known.set(billId, 'registered');
        return addressOf(billId);
      }
      case 'POST /api/v3/bill': {
        const billId = String(JSON.parse(body).bill.id).toUpperCase();
        if (known.get(billId) === 'stored') return textual(409, `Bill with id ${billId} already exists`);
        if (!known.has(billId)) return [404, { type: 'pregeneratedbill-notfound', status: 404 }];
        known.set(billId, 'stored');
        return addressOf(billId);
      }
      case 'POST /api/v3/bill/{id}/printed':
        return known.get(id.toUpperCase()) === 'stored' ? textual(200, id) : textual(404, 'no such bill');
      case 'DELETE /api/v3/bill/{id}':
        known.set(id.toUpperCase(), 'cancelled');
        return [204];
      case 'PUT /api/v3/loyalty/transactions':
        return [200, { providerType: 3, customerId: 99, transactionId: 'T/1', activatedRewards: [] }];
      case 'DELETE /api/v3/loyalty/transactions/T%2F1':
        return [200, { status: 'TRANSACTION_NOT_ACTIVE_ANYMORE', transactionId: 'T/1' }];
      case 'POST /partner/api/v3/user':
        return [201, { ...more, id: newId() }];
      case 'GET /partner/api/v3/user/{id}/token':
        return [200, { expiresIn: '1h', refreshToken: 'r', accessToken: 'a', id }];
      case 'GET /partner/api/user/{id}/bills': {
        const page = receipts.slice(Number(query.get('cursor') ?? 0)).slice(0, Number(query.get('limit') ?? 50));
        const [last] = page.slice(-1).map((receiptId) => receipts.indexOf(receiptId) + 1);
        const more = last === receipts.length ? {} : { 'X-Continuation-Token': String(last) };
        return [200, page.map((receiptId) => ({ receiptId })), { 'Total-Count': '3', ...more }];
      }
      case 'GET /partner/api/user/{id}/bills/R1':
        return [200, '%PDF-1.4', { 'content-type': 'application/pdf' }];
      case 'DELETE /partner/api/user/{id}':
        return textual(202, 'accepted');
      case 'GET /partner/api/v3/onboarding/vendorCustomerId/V-1':
        return [200, { type: 'notActivated' }];
      default:
        return textual(404, 'nothing here');
    }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').replace(/^\/token\?.*$/, '/token');
    requests.push(`${request.method} ${path}`);
    const needed = path.startsWith('/partner') ? 'ApiKey k' : 'Bearer a';
    const isOpen = path === '/token' || request.headers.authorization === needed;
    const [status, body, headers] = isOpen
      ? answer(request.method ?? '', path, Buffer.concat(chunks).toString())
      : textual(401, '');
    response.writeHead(status, { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers });
    response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  });
  return { url: `http://127.0.0.1:${await onLoopback(server)}`, requests };
}
