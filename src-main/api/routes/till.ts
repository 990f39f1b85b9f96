import { z } from 'zod';
import { problem, problemOf } from '../../dispatch/problem.ts';
import { readInput } from '../../dispatch/read-input.ts';
import { pairRequestSchema } from '../../sales/till/till-input.ts';
import { eventSchema } from '../../shared/till-view.ts';
import { actionRoute, defineRoute, json, type Route, refuse } from '../route.ts';
import { openSaleExample, statusExample } from './examples.ts';

const proofQuerySchema = z.object({
  nonce: z
    .string()
    .regex(/^[\w-]{16,128}$/, '16 to 128 letters, digits, - or _')
    .describe('New and random for each question'),
});

/** The state of the app for a paired till, its presence for every program on this computer, and changes as they happen. */
export const statusRoutes: readonly Route[] = [
  actionRoute({
    method: 'GET',
    path: '/v1/status',
    action: 'till.getStatus',
    summary: 'Read the state of the app and of its connection to the receipt service',
    description:
      'Use it for an indicator at the till: whether the service answers, how many receipts wait, and which ones need a person. GET /v1/events reports the changes.',
    answers: { 200: { description: 'The status', example: statusExample } },
    problems: [],
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/health',
    access: 'open',
    name: 'getHealth',
    summary: 'Liveness check',
    description: 'Answered by the process itself: neither the disk nor the receipt service is asked.',
    answers: {
      200: { description: 'The app is running', schema: z.object({ ok: z.literal(true) }), example: { ok: true } },
    },
    problems: [],
    handle: () => json(200, { ok: true }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/proof',
    access: 'open',
    name: 'getProof',
    summary: 'Proof that this is the app which knows your token',
    description:
      'Another program could have the port. Send a new random `nonce`, and your token only if `proofs` has your own: the HMAC-SHA256 in hex, with the SHA-256 of your token in hex as its key, of the nonce, a line feed, and the address that you asked, such as `127.0.0.1:17351`.',
    query: proofQuerySchema,
    answers: {
      200: {
        description: 'One proof for each token, in alphabetical order',
        schema: z.object({ proofs: z.array(z.string()) }),
        example: { proofs: ['5a3f0a9ab43a62e5ad9e9f5ea7b0a0ac0c4c8cfbf6b3c1d4f5a6b7c8d9e0f1a2'] },
      },
    },
    problems: [],
    handle({ query, address }, { proofsOf }) {
      const read = readInput(proofQuerySchema, query);
      return read.ok ? json(200, { proofs: proofsOf(read.value.value.nonce, address) }) : refuse(problemOf(read.error));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/events',
    access: 'sale',
    name: 'streamEvents',
    summary: 'Server-Sent Events: `sale` (a Sale), `status` (the status) and `reset` (events were missed)',
    description:
      'Each event is `event:`, `id:` and one line `data:` with JSON, as EventSource reads them. The schema `Event` lists the three kinds. Comments keep the connection open. After `reset`, read the sales and the status again.',
    answers: {
      200: {
        description: 'A stream; send `Last-Event-ID` to continue after that event',
        mediaType: 'text/event-stream',
        schema: eventSchema,
        example: { event: 'sale', id: 'lx2k9-42', data: openSaleExample },
      },
    },
    problems: ['too-many-streams'],
    handle({ till, lastEventId, stillPaired }, { hub }) {
      if (!hub.hasRoom(till)) {
        return refuse(
          problem('too-many-streams', 'Close a stream before you open another.', { retryAfterSeconds: 30 }),
        );
      }
      return {
        kind: 'stream',
        open(response, headers) {
          response.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' });
          hub.open(response, { till, lastEventId, stillPaired });
        },
        drop: () => undefined,
      };
    },
  }),
];

/** The routes with which a till gets its token (docs/pos/first-sale.md). */
export const pairRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/v1/pair',
    access: 'open',
    name: 'pair',
    summary: 'Exchange the code of the cashier window for a pairing token',
    description:
      'Call it once per till. The code is shown for 2 minutes. A connection that sent 5 wrong codes is closed. The token is returned only here, so store it.',
    body: { schema: pairRequestSchema, example: { code: '12345678', name: 'Till 1' } },
    answers: {
      200: {
        description: 'Paired; the token is shown this once',
        schema: z.object({ token: z.string() }),
        example: { token: 'Xk2v0hYt4nR8m1cQ7wZb5uJe9aLs3dFg6pKi0oTyV_w' },
      },
    },
    problems: ['pairing-refused', 'too-many-tries', 'storage-full'],
    handle({ body, side }, { pairing }) {
      const read = readInput(pairRequestSchema, body);
      if (!read.ok) return refuse(problemOf(read.error));
      const { code, name } = read.value.value;
      const redeemed = pairing.redeem(code, name, side);
      switch (redeemed.kind) {
        case 'paired':
          return json(200, { token: redeemed.token });
        case 'refused':
          return refuse(problem('pairing-refused', 'Start the pairing in the cashier window and send its code.'));
        case 'notKept':
          return refuse(problemOf(redeemed.error));
        case 'tooManyTries': {
          const over = { retryAfterSeconds: 1, headers: { connection: 'close' } };
          return refuse(
            problem(
              'too-many-tries',
              'Found 5 wrong codes on this connection. Open a new connection and send the code of the cashier window.',
              over,
            ),
          );
        }
      }
    },
  }),
];
