import { z } from 'zod';
import { problem, problemOf } from '../../dispatch/problem.ts';
import { readInput } from '../../dispatch/read-input.ts';
import { pairRequestSchema } from '../../sales/till/till-input.ts';
import { eventSchema } from '../../shared/till-view.ts';
import { actionRoute, defineRoute, jsonAnswer, type PosRoute, refuse } from '../route.ts';

const expectedNonce = '16 to 128 letters, digits, - or _';
const proofQuerySchema = z.object({
  nonce: z
    .string(expectedNonce)
    .regex(/^[\w-]{16,128}$/, expectedNonce)
    .describe('A new random text for each request'),
});

export const statusRoutes: readonly PosRoute[] = [
  actionRoute('GET', '/v1/status', 'till.getStatus'),
  defineRoute({
    method: 'GET',
    path: '/v1/health',
    access: 'open',
    name: 'getHealth',
    answer: z.object({ ok: z.literal(true) }),
    handle: () => jsonAnswer(200, { ok: true }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/proof',
    access: 'open',
    name: 'getProof',
    query: proofQuerySchema,
    answer: z.object({ proofs: z.array(z.string()) }),
    handle({ query, address }, { proofsOf }) {
      const read = readInput(proofQuerySchema, query);
      return read.ok
        ? jsonAnswer(200, { proofs: proofsOf(read.value.value.nonce, address) })
        : refuse(problemOf(read.error));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/events',
    access: 'sale',
    name: 'streamEvents',
    answer: eventSchema,
    mediaType: 'text/event-stream',
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
      };
    },
  }),
];

export const pairRoutes: readonly PosRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/v1/pair',
    access: 'open',
    name: 'pair',
    body: pairRequestSchema,
    answer: z.object({ token: z.string() }),
    handle({ body, side }, { pairing }) {
      const read = readInput(pairRequestSchema, body);
      if (!read.ok) return refuse(problemOf(read.error));
      const { code, name } = read.value.value;
      const redeemed = pairing.redeem(code, name, side);
      switch (redeemed.kind) {
        case 'paired':
          return jsonAnswer(200, { token: redeemed.token });
        case 'refused':
          return refuse(
            problem(
              'pairing-refused',
              'Found a code that is wrong, was used or has expired. Expected the code of a pairing that a person has just started.',
            ),
          );
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
