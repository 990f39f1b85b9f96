import type { SystemPorts } from '../ports.ts';
import { askRepeatedly } from '../service/call.ts';
import type { Credentials } from '../settings/credentials.ts';
import type { OnboardingStatus, OnboardingView } from '../shared/partner-view.ts';
import { type AppErrorCode, done, failed, type Result } from '../shared/result.ts';
import type { OnboardingPlace } from './onboarding-places.ts';
import {
  embeddedPartner,
  type OnboardingFile,
  type OnboardingRecord,
  pathsOf,
  readOnboarding,
} from './onboarding-record.ts';
import { partnerResult } from './partner-input.ts';

interface OnboardingStatusParts extends Pick<SystemPorts, 'clock'> {
  readonly file: OnboardingFile;
  readonly place: (at: OnboardingRecord['at']) => Result<OnboardingPlace>;
  readonly keep: (record: OnboardingRecord) => void;
  /** Runs `work` when no other request of the onboarding is under way. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

const pausesMs = [5, 10, 20, 40, 80, 160, 300, 600].map((seconds) => seconds * 1_000);

export const none = failed('notFound', 'There is no current onboarding.');

/** Asks for the status of the stored onboarding, with growing pauses, until the customer is activated. */
export function createOnboardingStatus({ clock, file, place: placeAt, keep, inTurn }: OnboardingStatusParts) {
  let cancelTimer: () => void = () => undefined;
  let error: AppErrorCode | null = null;
  let asked = 0;
  let isOver = false;

  function toView(record: OnboardingRecord): OnboardingView {
    const { stage, registrationLink, vendorCustomerId, status, customerId, credentials, unreadAnswer } = record;
    return {
      stage,
      registrationLink,
      vendorCustomerId,
      status,
      customerId,
      credentials,
      error,
      training: record.place === embeddedPartner,
      answerPaths: unreadAnswer === null ? [] : pathsOf(unreadAnswer),
    };
  }

  /** The partner interface where the onboarding began, if it is still the same. */
  function placeOf(record: OnboardingRecord): Result<OnboardingPlace> {
    const place = placeAt(record.at);
    if (!place.ok || place.value.name === record.place) return place;
    return failed('wrongState', 'It was started at another partner interface. Set its address.');
  }

  function plan(record: OnboardingRecord): void {
    cancelTimer();
    const isOpen = record.stage === 'started' && record.status !== 'activated';
    if (isOver || !isOpen || record.vendorCustomerId === null) return;
    const pauseMs = pausesMs[Math.min(asked, pausesMs.length - 1)] ?? 0;
    asked += 1;
    cancelTimer = clock.setTimer(pauseMs, () => inTurn(ask));
  }

  async function lookAgain(): Promise<OnboardingRecord | null> {
    const record = file.read();
    if (record === null || record.unreadAnswer === null) return record;
    const place = placeOf(record);
    const read = place.ok ? await reread(record, place.value) : place;
    if (read.ok) keep(read.value);
    return file.read();
  }

  async function ask(): Promise<Result<OnboardingView>> {
    const record = file.read();
    if (record === null) return none;
    const place = placeOf(record);
    if (!place.ok) return told(record, place);
    const read = await reread(record, place.value);
    const known = read.ok ? read.value : record;
    if (known.vendorCustomerId === null) {
      keep(known);
      const why =
        'neither the answer nor the form held the id of the customer at its place: the status cannot be asked for';
      return known.stage === 'started'
        ? failed('notConfigured', why)
        : failed('wrongState', 'The onboarding was not started.');
    }
    const answered = await statusAt(place.value, known.vendorCustomerId);
    // A person has discarded the onboarding meanwhile.
    if (file.read()?.startedAt !== record.startedAt) return none;
    if (!answered.ok) return told(known, answered);
    error = null;
    const { type: status, customerId } = answered.value;
    const asked: OnboardingRecord = { ...known, status, customerId, checkedAt: clock.now() };
    plan(asked);
    keep(asked);
    return done(toView(asked));
  }

  /** A question without an answer is repeated automatically. */
  function told(record: OnboardingRecord, result: Result<never>): Result<never> {
    error = result.ok ? null : result.error.code;
    plan(record);
    keep(record);
    return result;
  }

  async function statusAt(place: OnboardingPlace, vendorCustomerId: string): Promise<Result<OnboardingStatus>> {
    const within = { clock, ...place.settings().service };
    return partnerResult(
      await askRepeatedly(within, (options) => place.client.onboardingStatus(vendorCustomerId, options)),
    );
  }

  return {
    toView,
    placeOf,
    plan,
    lookAgain,
    ask,
    statusAt,
    /** The next pause is the shortest again. */
    askSoon() {
      asked = 0;
    },
    /** Call this when a new onboarding begins. */
    begin() {
      error = null;
      asked = 0;
    },
    cancel: () => cancelTimer(),
    stop() {
      isOver = true;
      cancelTimer();
    },
  };
}

/** Reads the answer with the current settings, which may have been corrected since it arrived. */
export async function reread(record: OnboardingRecord, place: OnboardingPlace): Promise<Result<OnboardingRecord>> {
  if (record.unreadAnswer === null) return done(record);
  const read = readOnboarding(record.unreadAnswer, record.form, place.settings().partner);
  const known = {
    ...record,
    registrationLink: read.registrationLink ?? record.registrationLink,
    vendorCustomerId: read.vendorCustomerId ?? record.vendorCustomerId,
  };
  if (read.credentials === null) return done(known);
  const credentials = await intoKeychain(place, read.credentials);
  return credentials.ok ? done({ ...known, credentials: credentials.value, unreadAnswer: null }) : credentials;
}

async function intoKeychain(place: OnboardingPlace, credentials: Credentials): Promise<Result<'stored' | 'used'>> {
  try {
    if (await place.use(credentials)) return done('used');
    const kept = await place.vault.set(credentials);
    return kept.ok ? done('stored') : kept;
  } catch {
    return failed('keychainMissing', 'The keychain does not answer.');
  }
}
