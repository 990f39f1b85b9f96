import { done, failed, type Result } from '../lib/result.ts';
import type { PartnerAnswer, PartnerFailure, ServiceProblem } from '../service/answers.ts';
import { saying } from '../service/problems.ts';

/**
 * What a failure means to whoever asked. `unknown`: what to say where the request may have arrived and must not be
 * repeated; without it the request is safe to repeat, and silence is just silence.
 */
export function partnerFailure(answer: PartnerFailure, unknown?: string): Result<never> {
  switch (answer.kind) {
    case 'notConfigured':
      return failed(
        'partnerNotConfigured',
        answer.lacks === 'address'
          ? 'the partner interface has no address: set {partner_url} in Settings, or start with --partner-url'
          : 'there is no partner key for this address: set it in Settings, or as RECEIPT_COMPANION_PARTNER_KEY',
      );
    case 'signInNeeded':
      return failed('signInNeeded', `the partner interface does not accept the credentials: ${answer.detail}`);
    case 'userNotYetAvailable':
      return after(answer.retryAfterMs, failed('userNotYetAvailable', 'the service is still making this user'));
    case 'tooLarge':
      return failed('tooLarge', `found a file of more than ${answer.mostBytes} bytes, expected at most that`);
    case 'refused':
      return refusal(answer.problem);
    case 'noAnswer':
      return unknown !== undefined && answer.mayHaveArrived
        ? failed('outcomeUnknown', `no clear answer (${answer.detail}): ${unknown}`)
        : after(answer.retryAfterMs, failed('offline', `the partner interface did not answer (${answer.detail})`));
  }
}

const after = (retryAfterMs: number | null, result: Result<never>): Result<never> =>
  retryAfterMs === null || result.ok ? result : { ok: false, error: { ...result.error, retryAfterMs } };

/** In the service's words, whatever they are: the document shows no bodies of refusals here. */
function refusal(problem: ServiceProblem): Result<never> {
  const { status, detail, errors } = problem;
  if (status === 0) return failed('invalid', detail);
  const message = `HTTP ${status}: ${saying(problem) || 'without a word'}`;
  if (status === 404) return failed('notFound', message);
  if (status === 409) return failed('conflict', message);
  const fields = errors.map(({ path, message: said }) => ({ path, code: 'service', message: said }));
  return failed('refused', message, fields.length > 0 ? fields : undefined);
}

/** `ok` as it is, a failure as above. */
export const partnerResult = <T>(answer: PartnerAnswer<T>, unknown?: string): Result<T> =>
  answer.kind === 'ok' ? done(answer.value) : partnerFailure(answer, unknown);
