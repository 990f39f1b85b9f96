import { z } from 'zod';
import { connectionFaults } from '../kernel/connection.ts';

/** What a test of the connection, and a change of it, come to. */

export const connectionStep = z.strictObject({
  name: z.enum(['address', 'signIn', 'store']),
  ok: z.boolean(),
  detail: z.string(),
  /** Null when it went well or was not tried. */
  fault: z.enum(connectionFaults).nullable(),
});

export const connectionSaved = z.strictObject({
  ok: z.boolean(),
  steps: z.array(connectionStep),
  /** Not null: it was not kept, because so many sales wait for the account of now. */
  waiting: z.int().nullable(),
});
