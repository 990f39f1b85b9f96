import { z } from 'zod';
import { pairRequestSchema } from '../../sales/till-input.ts';
import { problem, problemOf } from '../problem.ts';
import { defineRoute, json, type Route, refuse } from '../route.ts';

/** How a till gets its token (pos-api.md "Admission" 3). */
export const pairRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/v1/pair',
    access: 'open',
    name: 'pair',
    summary: 'Trade the code of the cashier window for a pairing token',
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
      const redeemed = pairing.redeem(body.code, body.name, side);
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
            problem('too-many-tries', 'found 5 wrong codes on this connection, expected the right one', over),
          );
        }
      }
    },
  }),
];
