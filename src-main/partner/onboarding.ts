import type { ConnectionChange } from '../connection/connection-change.ts';
import type { SystemPorts } from '../ports.ts';
import { askRepeatedly } from '../service/call.ts';
import type { Credentials } from '../settings/credentials.ts';
import { JsonText, jsonTextOf } from '../shared/json-text.ts';
import type { OnboardingStatus, OnboardingView } from '../shared/partner-view.ts';
import { type AppErrorCode, done, failed, type Result } from '../shared/result.ts';
import type { CommandInput, CommandOutput } from '../shared/window-commands.ts';
import type { OnboardingPlace } from './onboarding-places.ts';
import {
  embeddedPartner,
  type OnboardingFile,
  type OnboardingForm,
  type OnboardingRecord,
  pathsOf,
  readOnboarding,
} from './onboarding-record.ts';
import { partnerFailure, partnerResult } from './partner-input.ts';

interface OnboardingParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly file: OnboardingFile;
  readonly place: (at: OnboardingRecord['at']) => Result<OnboardingPlace>;
  readonly connection: Pick<ConnectionChange, 'save'>;
  readonly secretsOutliveRun: boolean;
  readonly changed: () => void;
}

const pausesMs = [5, 10, 20, 40, 80, 160, 300, 600].map((seconds) => seconds * 1_000);

/** The fields of the form are not described (receipt-service.md 2.12), so they are passed on byte for byte. */
const asWritten = (form: OnboardingForm): Readonly<Record<string, JsonText>> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, new JsonText(jsonTextOf(value))]],
    ),
  );

const unknownOutcome =
  'the onboarding may have been started. The interface shows no way to look, its credentials are given once, and the app does not send it again: ask the operator';

const none = failed('notFound', 'no onboarding is under way');

/** A merchant is onboarded once (receipt-service.md 4.7): sent once, asked for until it is activated, then used. */
export type Onboarding = ReturnType<typeof createOnboarding>;

export function createOnboarding(parts: OnboardingParts) {
  const { clock, log, file, changed } = parts;
  let cancelTimer: () => void = () => undefined;
  let error: AppErrorCode | null = null;
  let asked = 0;
  let underWay: Promise<unknown> = Promise.resolve();
  let isOver = false;

  function keep(record: OnboardingRecord | null): void {
    file.write(record);
    changed();
  }

  function toView(record: OnboardingRecord): OnboardingView {
    const { stage, registrationLink, vendorCustomerId, status, customerId, credentials, unreadAnswer } = record;
    return {
      ...{ stage, registrationLink, vendorCustomerId, status, customerId, credentials, error },
      training: record.place === embeddedPartner,
      answerPaths: unreadAnswer === null ? [] : pathsOf(unreadAnswer),
    };
  }

  /** Where it was begun, if that is still the same. */
  function placeOf(record: OnboardingRecord): Result<OnboardingPlace> {
    const place = parts.place(record.at);
    if (!place.ok || place.value.name === record.place) return place;
    return failed('wrongState', 'the onboarding was begun at another partner interface: set its address again');
  }

  /** One after the other, so that no answer is written over by an older one. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = underWay.then(work);
    underWay = mine.catch(() => undefined);
    return mine;
  }

  function plan(record: OnboardingRecord): void {
    cancelTimer();
    const isOpen = record.stage === 'started' && record.status !== 'activated';
    if (isOver || !isOpen || record.vendorCustomerId === null) return;
    const pauseMs = pausesMs[Math.min(asked, pausesMs.length - 1)] ?? 0;
    asked += 1;
    cancelTimer = clock.setTimer(pauseMs, () => inTurn(ask));
  }

  /** Reads the answer with the current settings, which may have been corrected since it arrived. */
  async function reread(record: OnboardingRecord, place: OnboardingPlace): Promise<Result<OnboardingRecord>> {
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

  async function lookAgain(): Promise<OnboardingRecord | null> {
    const record = file.read();
    if (record === null || record.unreadAnswer === null) return record;
    const place = placeOf(record);
    const read = place.ok ? await reread(record, place.value) : place;
    if (read.ok) keep(read.value);
    return file.read();
  }

  async function intoKeychain(place: OnboardingPlace, credentials: Credentials): Promise<Result<'stored' | 'used'>> {
    try {
      if (await place.use(credentials)) return done('used');
      const kept = await place.vault.set(credentials);
      return kept.ok ? done('stored') : kept;
    } catch {
      return failed('keychainMissing', 'no keychain answers');
    }
  }

  /** Where a start goes: null is where the open connection is. */
  function shopsOwn(isCommand: boolean, open: OnboardingPlace): OnboardingPlace | null {
    const shop = isCommand && open.isTraining ? parts.place('shop') : null;
    return shop?.ok === true && shop.value.name !== '' ? shop.value : null;
  }

  async function start(form: OnboardingForm, isCommand: boolean): Promise<Result<OnboardingView>> {
    const before = file.read();
    if (before !== null && !(before.credentials === 'used' && before.status === 'activated')) {
      const why = before.stage === 'started' ? 'its credentials are given once' : 'it may have been started';
      return failed('conflict', `an onboarding is under way, and ${why}: finish it, or end it before another one`);
    }
    const open = parts.place('open');
    if (!open.ok) return open;
    const shop = shopsOwn(isCommand, open.value);
    const place = shop ?? open.value;
    const at = shop === null ? 'open' : 'shop';
    if (!place.isTraining && !parts.secretsOutliveRun) {
      return failed('keychainMissing', 'no keychain answers: the credentials are given once and could not be kept');
    }
    const record: OnboardingRecord = {
      at,
      place: place.name,
      stage: 'asking',
      startedAt: clock.now(),
      form,
      registrationLink: null,
      vendorCustomerId: null,
      status: null,
      customerId: null,
      credentials: 'unread',
      unreadAnswer: null,
      checkedAt: null,
    };
    error = null;
    asked = 0;
    // Stored before it is sent: after a crash in between, the outcome is unknown.
    keep(record);
    return send(record, place);
  }

  async function send(record: OnboardingRecord, place: OnboardingPlace): Promise<Result<OnboardingView>> {
    const answer = await place.client.onboard(asWritten(record.form));
    if (answer.kind !== 'ok') {
      const result = partnerFailure(answer, unknownOutcome);
      const isUnknown = !result.ok && result.error.code === 'outcomeUnknown';
      keep(isUnknown ? { ...record, stage: 'unknown' } : null);
      return result;
    }
    const unread: OnboardingRecord = { ...record, stage: 'started', unreadAnswer: answer.value.text };
    // Encrypted first, so that nothing is lost if the keychain refuses.
    keep(unread);
    const read = await reread(unread, place);
    if (!read.ok) log.warn('onboarding-credentials-not-stored', { code: read.error.code });
    const started = read.ok ? read.value : unread;
    log.info('onboarding-started', {
      hasLink: started.registrationLink !== null,
      hasCustomer: started.vendorCustomerId !== null,
      stored: started.credentials,
    });
    keep(started);
    plan(started);
    return done(toView(started));
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
      return known.stage === 'started' ? failed('notConfigured', why) : failed('wrongState', 'it was not started');
    }
    const answered = await statusAt(place.value, known.vendorCustomerId);
    // A person ended it meanwhile.
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

  async function finish(input: CommandInput<'onboarding.finish'>): Promise<Result<CommandOutput<'onboarding.finish'>>> {
    const record = file.read();
    if (record === null) return none;
    const place = placeOf(record);
    if (!place.ok) return place;
    const activated = await activatedNow(record);
    if (!activated.ok) return activated;
    const credentials = await place.value.vault.get().catch(() => null);
    if (credentials === null && record.credentials !== 'used') {
      return failed(
        'notConfigured',
        'no credentials of the onboarding are in the keychain: see the places in Settings',
      );
    }
    const { connection, keepWaiting } = input;
    if (place.value.isTraining)
      return failed('wrongState', 'this onboarding was in training: nothing goes live with it');
    const saved = await parts.connection.save({
      connection: { ...connection, mode: 'live' },
      credentials,
      ...(keepWaiting !== undefined && { keepWaiting }),
    });
    if (saved.ok && saved.value.ok) await forget(place.value);
    return saved;
  }

  /** Without the customer's id, no status can be requested. */
  async function activatedNow({ vendorCustomerId, status }: OnboardingRecord): Promise<Result<unknown>> {
    if (vendorCustomerId === null || status === 'activated') return done(null);
    const checked = await ask();
    return checked.ok && checked.value.status !== 'activated'
      ? failed('wrongState', 'the customer is not activated yet: receipts cannot be sent (receipt-service.md 3)')
      : checked;
  }

  async function forget(place: OnboardingPlace | null): Promise<void> {
    cancelTimer();
    await place?.vault.remove();
    keep(null);
  }

  return {
    /** `isCommand`: a person asks; while the app trains it goes to the shop's own, where its address is set. */
    start: (form: OnboardingForm, isCommand: boolean) => inTurn(() => start(form, isCommand)),
    /** The state after the status was requested. `notFound`: no onboarding is active. */
    async look(): Promise<Result<OnboardingView>> {
      asked = 0;
      // A request under way is not awaited.
      if (file.read()?.stage !== 'asking') await inTurn(ask);
      const record = file.read();
      return record === null ? none : done(toView(record));
    },
    finish: (input: CommandInput<'onboarding.finish'>) => inTurn(() => finish(input)),
    end: () =>
      inTurn(async () => {
        const record = file.read();
        if (record === null) return done(null);
        const place = parts.place(record.at);
        await forget(place.ok ? place.value : null);
        return done(null);
      }),
    /** For a till: the status of any customer, asked once. */
    async statusOf(vendorCustomerId: string): Promise<Result<OnboardingStatus>> {
      await inTurn(lookAgain);
      const place = parts.place('open');
      return place.ok ? statusAt(place.value, vendorCustomerId) : place;
    },
    resume() {
      const record = file.read();
      if (record === null) return;
      // It was on its way when the program ended.
      if (record.stage === 'asking') keep({ ...record, stage: 'unknown' });
      else {
        plan(record);
        void inTurn(lookAgain).then((known) => known !== null && known !== record && plan(known));
      }
    },
    async stop() {
      isOver = true;
      cancelTimer();
      await underWay;
    },
  };
}
