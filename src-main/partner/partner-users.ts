import type { PartnerUser, UserToken } from '../lib/partner-view.ts';
import { done, failed, type Result } from '../lib/result.ts';
import type { PartnerAnswer } from '../service/answers.ts';
import { askRepeatedly } from '../service/call.ts';
import type { PartnerClient } from '../service/partner.ts';
import { beforeStop, type PartnerContext } from './partner-controller.ts';
import { partnerFailure, partnerResult } from './partner-input.ts';

type NewUser = Parameters<PartnerClient['createUser']>[0];

const cannotLook =
  'the user may have been made. The interface shows no way to look one up by external id, so the app cannot tell, and it does not send it again';

/** Nothing says that it may be repeated (interface document 4.7): an unknown outcome is told. */
export const createUser = beforeStop(async ({ partner, clock, log }, user: NewUser): Promise<Result<PartnerUser>> => {
  const made = partnerResult(await partner.client.createUser(user), cannotLook);
  if (!made.ok) return made;
  try {
    partner.users.keep(user.externalId, made.value.id, clock.now());
  } catch {
    // The user is there, and its id is on its way to whoever asked: only finding it again here is lost.
    log.error('partner-user-not-kept');
  }
  return made;
});

/** The one that this app made, else a new one. Whom another made the service refuses, and nobody can look up. */
export async function findOrCreateUser(
  context: PartnerContext,
  user: NewUser,
): Promise<Result<{ readonly userId: string; readonly known: boolean }>> {
  const known = context.partner.users.find(user.externalId);
  if (known !== null) return done({ userId: known, known: true });
  const made = await createUser(context, user);
  if (made.ok) return done({ userId: made.value.id, known: false });
  const { code, message } = made.error;
  if (code !== 'conflict') return made;
  return failed(
    'conflict',
    `${message}. The user was made elsewhere, and the interface shows no way to look one up by external id`,
  );
}

const oneTry = (
  { partner, clock, settings }: PartnerContext,
  userId: string,
  applicationClientId: string | null,
): Promise<PartnerAnswer<UserToken>> =>
  askRepeatedly({ clock, ...settings().service }, (options) =>
    partner.client.userToken(userId, applicationClientId, options),
  );

/** One question for a token; while the user is being made it says when to ask again. */
export async function tokenOfUser(
  context: PartnerContext,
  userId: string,
  applicationClientId: string | null,
): Promise<Result<UserToken>> {
  const answer = await oneTry(context, userId, applicationClientId);
  if (answer.kind !== 'userNotYetAvailable') return partnerResult(answer);
  return partnerFailure({ ...answer, retryAfterMs: pauseMs(context, answer.retryAfterMs) });
}

const pauseMs = ({ settings }: PartnerContext, asked: number | null): number =>
  Math.max(settings().partner.userRetrySeconds * 1_000, asked ?? 0);

/** The same for a cashier who waits, with a countdown that can be left: up to two minutes (section 7), by itself. */
export async function awaitUserToken(
  context: PartnerContext,
  userId: string,
  applicationClientId: string | null,
): Promise<Result<UserToken>> {
  const { partner, clock, settings } = context;
  const left = partner.begin('wait');
  const until = clock.now() + settings().partner.userWaitSeconds * 1_000;
  for (;;) {
    const answer = await oneTry(context, userId, applicationClientId);
    if (left.aborted) return failed('userNotYetAvailable', 'nobody waits for it any more');
    const nextTryAt =
      answer.kind === 'userNotYetAvailable' ? clock.now() + pauseMs(context, answer.retryAfterMs) : null;
    if (nextTryAt === null || nextTryAt > until) {
      partner.leave('wait');
      return partnerResult(answer);
    }
    partner.show({ wait: { until, nextTryAt } });
    await untilOrLeft(context, nextTryAt - clock.now(), left);
    if (left.aborted) return failed('userNotYetAvailable', 'nobody waits for it any more');
  }
}

function untilOrLeft({ clock }: PartnerContext, delayMs: number, left: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.setTimer(delayMs, resolve);
  left.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(cancel);
}

/** Deletes a user, here and there. A second try after silence finds nobody: then the first one has done it. */
export const deleteUser = beforeStop(async ({ partner, clock, settings }, userId: string): Promise<Result<null>> => {
  let tries = 0;
  const answer = await askRepeatedly({ clock, ...settings().service }, (options) => {
    tries += 1;
    return partner.client.deleteUser(userId, options);
  });
  const result = partnerResult(answer);
  const isGone = !result.ok && result.error.code === 'notFound';
  if (result.ok || isGone) partner.users.forget(userId);
  return isGone && tries > 1 ? done(null) : result;
});
