import { z } from 'zod';
import { statusSchema } from '../../lib/till-view.ts';
import { actionRoute, defineRoute, json, type Route } from '../route.ts';
import { statusExample } from './examples.ts';

/** How the app is, for a paired till, and whether it is there at all, for anyone on this machine. */
export const statusRoutes: readonly Route[] = [
  actionRoute({
    method: 'GET',
    path: '/v1/status',
    action: 'till.getStatus',
    name: 'getStatus',
    summary: 'How the app and its connection to the receipt service are',
    answers: { 200: { description: 'The status', schema: statusSchema, example: statusExample } },
    problems: [],
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/health',
    access: 'open',
    name: 'getHealth',
    summary: 'Whether the app is there; needs no token',
    answers: {
      200: { description: 'It is', schema: z.object({ ok: z.literal(true) }), example: { ok: true } },
    },
    problems: [],
    handle: () => json(200, { ok: true }),
  }),
];
