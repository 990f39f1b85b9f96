import { once } from 'node:events';
import { problemText } from '../service/answer-body.ts';
import type { PartnerAnswer } from '../service/answers.ts';
import { pollUntilDone } from '../service/call.ts';
import type { PartnerClient } from '../service/partner-calls.ts';
import { retryWhileBusy } from '../shared/busy.ts';
import { guid } from '../shared/guid.ts';
import type { PartnerUser, ReceiptPage, UserToken } from '../shared/partner-view.ts';
import { asSentence, done, failed, type Result } from '../shared/result.ts';
import { within } from '../shared/waiting.ts';
import type { SavedFiles } from '../storage/export-files.ts';
import { beforeStop, type PartnerContext } from './partner-controller.ts';
import { partnerFailure, partnerResult } from './partner-input.ts';

type NewUser = Parameters<PartnerClient['createUser']>[0];

const cannotLook =
  'The user may have been created. The interface cannot look up a user by external id, so the app cannot find out and does not repeat the request. Check this at the service.';

/** The interface description allows no repetition (receipt-service.md 4.7), so an unknown outcome is reported. */
export const createUser = beforeStop(async ({ partner, clock, log }, user: NewUser): Promise<Result<PartnerUser>> => {
  // The address in Settings may change during the request.
  const place = partner.place();
  const made = partnerResult(await partner.client.createUser(user), cannotLook);
  if (!made.ok) return made;
  const { externalId } = user;
  try {
    await retryWhileBusy(clock, () =>
      partner.users.keep({ place, externalId, userId: made.value.id, createdAt: clock.now() }),
    );
  } catch {
    // The service has created the user and the caller gets its id, but this app cannot find the user again.
    log.error('partner-user-not-stored');
  }
  return made;
});

/** The user that this app created, otherwise a new one. Users created elsewhere cannot be looked up. */
export async function findOrCreateUser(
  context: PartnerContext,
  user: NewUser,
): Promise<Result<{ readonly userId: string; readonly known: boolean }>> {
  const { users, place } = context.partner;
  const known = users.find(place(), user.externalId);
  if (known !== null) return done({ userId: known, known: true });
  const made = await createUser(context, user);
  if (made.ok) return done({ userId: made.value.id, known: false });
  const { code, message } = made.error;
  if (code !== 'conflict') return made;
  // Another request of this app may have created the user in the meantime.
  const created = users.find(place(), user.externalId);
  if (created !== null) return done({ userId: created, known: true });
  return failed(
    'conflict',
    `${asSentence(message)} The user was created elsewhere, and the interface cannot look up a user by external id.`,
  );
}

const oneTry = ({ partner, clock, settings }: PartnerContext, userId: string, applicationClientId: string | null) =>
  pollUntilDone({ clock, ...settings().service }, (options) =>
    partner.client.userToken(userId, applicationClientId, options),
  );

export async function tokenOfUser(
  context: PartnerContext,
  userId: string,
  applicationClientId: string | null,
): Promise<Result<UserToken>> {
  const answer = await oneTry(context, userId, applicationClientId);
  if (answer.kind !== 'userNotYetAvailable') return partnerResult(answer);
  return partnerFailure({ ...answer, retryAfterMs: pauseMs(context, answer.retryAfterMs) });
}

const pauseMs = ({ settings }: PartnerContext, requestedMs: number | null): number =>
  Math.max(settings().partner.userRetrySeconds * 1_000, requestedMs ?? 0);

/** Requests the token while a cashier waits, at most `userWaitSeconds`. The cashier sees a countdown and can cancel. */
export async function awaitUserToken(
  context: PartnerContext,
  userId: string,
  applicationClientId: string | null,
): Promise<Result<UserToken>> {
  const { partner, clock, settings } = context;
  const left = partner.begin();
  const until = clock.now() + settings().partner.userWaitSeconds * 1_000;
  while (!left.aborted) {
    const answer = await oneTry(context, userId, applicationClientId);
    if (left.aborted) break;
    const nextTryAt =
      answer.kind === 'userNotYetAvailable' ? clock.now() + pauseMs(context, answer.retryAfterMs) : null;
    if (nextTryAt === null || nextTryAt > until) {
      partner.leave();
      return partnerResult(answer);
    }
    partner.show({ until, nextTryAt });
    await within(clock, nextTryAt - clock.now(), once(left, 'abort'));
  }
  return failed('userNotYetAvailable', 'The wait was cancelled.');
}

/** Deletes a user. After an attempt that may have arrived, another one that finds no user means success. */
export const deleteUser = beforeStop(async (context: PartnerContext, userId: string): Promise<Result<null>> => {
  const { partner, clock, settings, log } = context;
  let place = '';
  let mayBeDeleted = false;
  const answer = await pollUntilDone({ clock, ...settings().service }, async (options) => {
    // The address in Settings may change between two attempts. Each address has its own users.
    mayBeDeleted &&= place === partner.place();
    place = partner.place();
    const answer = await partner.client.deleteUser(userId, options);
    mayBeDeleted ||= answer.kind === 'noAnswer' && answer.mayHaveArrived;
    return answer;
  });
  const isGone = (await isUnknown(context, userId, answer)) && place === partner.place();
  // Waits for a locked database, because a repeated command would find no user at the service.
  if (answer.kind === 'ok' || isGone)
    await retryWhileBusy(clock, () => partner.users.forget(place, userId)).catch(() =>
      log.error('partner-user-not-stored'),
    );
  return isGone && mayBeDeleted ? done(null) : partnerResult(answer);
});

/** Other 404s may be a gateway's, or may only mean that this path does not exist. */
function saysUnknown(answer: PartnerAnswer<unknown>): boolean {
  if (answer.kind !== 'refused' || answer.problem.status !== 404) return false;
  return answer.problem.type !== null || /\buser\b/i.test(problemText(answer.problem));
}

async function isUnknown(context: PartnerContext, userId: string, answer: PartnerAnswer<null>): Promise<boolean> {
  if (answer.kind !== 'refused' || answer.problem.status !== 404) return false;
  return saysUnknown(answer) || saysUnknown(await oneTry(context, userId, null));
}

/** Reads one page of a user's receipts (receipt-service.md 4.7). Without `take`: the page size of the settings. */
export async function listReceipts(
  { partner, clock, settings }: PartnerContext,
  userId: string,
  page: { readonly take?: number | undefined; readonly continuation?: string | undefined },
): Promise<Result<ReceiptPage>> {
  const ask = { clock, ...settings().service };
  return partnerResult(await pollUntilDone(ask, (options) => partner.client.listReceipts(userId, page, options)));
}

/** receipt-service.md allows no repetition, so after a missing answer the newest receipts are searched. */
export const addReceipt = beforeStop(async (context, userId: string, receiptId: string) => {
  const answer = await context.partner.client.addReceipt(userId, receiptId);
  const unknown = 'The receipt may have been added. Check this before you send it again.';
  const result = partnerResult(answer, unknown);
  if (result.ok || result.error.code !== 'outcomeUnknown') return result;
  const seen = await listReceipts(context, userId, {});
  const isThere = seen.ok && seen.value.items.some((item) => item.receiptId?.toLowerCase() === receiptId.toLowerCase());
  return isThere ? done({ receiptId }) : result;
});

/** The id itself, or the only GUID in an address (receipt-service.md 2.9 describes no more of the address). */
export function scannedReceiptId(scanned: string): Result<string> {
  const whole = scanned.trim();
  if (guid.safeParse(whole).success) return done(whole);
  const found = new Set(
    [...scanned.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi)].map(([id]) => id.toLowerCase()),
  );
  const [only] = found;
  if (only !== undefined && found.size === 1) return done(only);
  const message = `Found ${found.size} receipt ids in the scanned code, expected one.`;
  return failed('invalid', message, [{ path: '/scanned', code: 'format', message }]);
}

export const saveReceiptPdf = beforeStop(async function save(
  context: PartnerContext & Pick<SavedFiles, 'saveAndOpen'>,
  userId: string,
  receiptId: string,
) {
  const pdf = partnerResult(await context.partner.client.receiptPdf(userId, receiptId));
  const name = `receipt-${receiptId.replaceAll(/[^\w-]/g, '_').slice(0, 64)}.pdf`;
  return pdf.ok ? context.saveAndOpen(name, pdf.value) : pdf;
});
