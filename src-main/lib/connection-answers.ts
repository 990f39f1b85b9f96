import { z } from 'zod';
import { connectionFaults, connectionTrouble, deviationSchema, probeVerdicts } from './connection.ts';

/** What a test of the connection, and a change of it, come to. */

export const connectionStep = z.strictObject({
  name: z.enum(['address', 'signIn', 'store']),
  ok: z.boolean(),
  /** Null when it went well or was not tried. */
  fault: z.enum(connectionFaults).nullable(),
  /** What the service or the way to it did; null where nobody was asked, or all went well. */
  trouble: connectionTrouble.nullable(),
});

/** How one route of the service answered. */
export const probeRow = z.strictObject({
  route: z.string(),
  verdict: z.enum(probeVerdicts),
  tookMs: z.number().nullable(),
  /** The status and the service's own words, or why there is no answer. */
  said: z.string(),
  deviations: z.array(deviationSchema.omit({ route: true, count: true })),
});

export const connectionSaved = z.strictObject({
  ok: z.boolean(),
  steps: z.array(connectionStep),
  /** Where its answers were not as described. */
  deviations: z.array(deviationSchema),
  /** Not null: it was not kept, because so many sales wait for the account of now. */
  waiting: z.int().nullable(),
});
