import { z } from 'zod';
import { done, type FieldIssue, type Result } from '../lib/result.ts';
import { issueSchema } from '../lib/till-view.ts';

/** That it is done is all that a window is told; what it came to stands in its view. */
export const nothing = (result: Result<unknown>): Result<null> => (result.ok ? done(null) : result);

/** For an answer that is no sale: what was odd and taken all the same. */
export const withWarnings = {
  warnings: z.array(issueSchema).optional().describe('Only where something was odd about the request'),
};

export const told = <T extends object>(result: Result<T>, warnings: readonly FieldIssue[]) =>
  result.ok && warnings.length > 0 ? done({ ...result.value, warnings: [...warnings] }) : result;
