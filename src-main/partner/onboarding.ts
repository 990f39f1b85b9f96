import type { Log, SystemPorts } from '../ports.ts';
import { pollUntilDone } from '../service/call.ts';
import type { Credentials } from '../settings/credentials.ts';
import { retryWhileBusy } from '../shared/busy.ts';
import { JsonText, jsonTextOf, writeJson } from '../shared/json-text.ts';
import type { OnboardingStatus, OnboardingView } from '../shared/partner-view.ts';
import { type AppErrorCode, done, failed, type Result } from '../shared/result.ts';
import { createTurns } from '../shared/waiting.ts';
import type { CommandInput, CommandOutput } from '../shared/window-commands.ts';
import type { OnboardingPlace } from './onboarding-places.ts';
import {
  embeddedPartner,
  newRecord,
  type OnboardingFile,
  type OnboardingRecord,
  pathsOf,
  readOnboarding,
} from './onboarding-record.ts';
import { type OnboardingForm, partnerFailure, partnerResult } from './partner-input.ts';

interface OnboardingParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly file: OnboardingFile;
  readonly place: (at: OnboardingRecord['at']) => Result<OnboardingPlace>;
  readonly discardAccount: () => Promise<void>;
  readonly connection: {
    save(input: CommandInput<'connection.save'>): Promise<Result<CommandOutput<'connection.save'>>>;
  };
  readonly secretsOutliveRun: boolean;
  readonly changed: () => void;
}

const pausesMs = [5, 10, 20, 40, 80, 160, 300, 600].map((seconds) => seconds * 1_000);

const none = failed('notFound', 'There is no current onboarding.');

/** Stores the onboarding, and asks for its status with growing pauses until the customer is activated. */
function createOnboardingStatus({ clock, file, log, place: placeAt, changed }: OnboardingParts) {
  // Requests run one after another, so that an older answer does not replace a newer one.
  const turns = createTurns();
  const inTurn = turns.run;
  let cancelTimer: () => void = () => undefined;
  let error: AppErrorCode | null = null;
  let requests = 0;
  let isOver = false;

  function keep(record: OnboardingRecord | null): void {
    file.write(record);
    changed();
  }

  /** The request is never repeated, so its answer must be stored even while another program locks the database. */
  const keepInTime = (record: OnboardingRecord | null): Promise<void> => retryWhileBusy(clock, () => keep(record));

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

  function placeOf(record: OnboardingRecord): Result<OnboardingPlace> {
    const place = placeAt(record.at);
    if (!place.ok || place.value.name === record.place) return place;
    return failed(
      'wrongState',
      'The onboarding was started at another partner interface. Enter the address of that interface in Settings.',
    );
  }

  function plan(record: OnboardingRecord): void {
    cancelTimer();
    const isOpen = record.stage === 'started' && record.status !== 'activated';
    if (isOver || !isOpen || record.vendorCustomerId === null) return;
    const pauseMs = pausesMs[Math.min(requests, pausesMs.length - 1)] ?? 0;
    requests += 1;
    const askLater = (reason: unknown): void => {
      log.warn('onboarding-not-stored', { error: String(reason) });
      plan(record);
    };
    cancelTimer = clock.setTimer(pauseMs, () => inTurn(ask).catch(askLater));
  }

  async function lookAgain(): Promise<OnboardingRecord | null> {
    const record = file.read();
    if (record === null || record.unreadAnswer === null) return record;
    const place = placeOf(record);
    if (place.ok) keep(await reread(log, record, place.value));
    return file.read();
  }

  async function ask(): Promise<Result<OnboardingView>> {
    const record = file.read();
    if (record === null) return none;
    const place = placeOf(record);
    if (!place.ok) return scheduleNext(record, place);
    const known = await reread(log, record, place.value);
    if (known.vendorCustomerId === null) {
      keep(known);
      return none;
    }
    const answered = await statusAt(place.value, known.vendorCustomerId);
    if (!answered.ok) return scheduleNext(known, answered);
    error = null;
    const { type: status, customerId } = answered.value;
    const checked: OnboardingRecord = { ...known, status, customerId };
    keep(checked);
    plan(checked);
    return done(toView(checked));
  }

  function scheduleNext(record: OnboardingRecord, result: Result<never>): Result<never> {
    error = result.ok ? null : result.error.code;
    plan(record);
    keep(record);
    return result;
  }

  async function statusAt(place: OnboardingPlace, customerId: string): Promise<Result<OnboardingStatus>> {
    const within = { clock, ...place.settings().service };
    return partnerResult(await pollUntilDone(within, (options) => place.client.onboardingStatus(customerId, options)));
  }

  return {
    inTurn,
    keep,
    keepInTime,
    toView,
    placeOf,
    plan,
    lookAgain,
    ask,
    statusAt,
    /** Begins with the shortest pause again, for a new onboarding or because a person looks. */
    askSoon() {
      error = null;
      requests = 0;
    },
    cancel: () => cancelTimer(),
    async stop() {
      isOver = true;
      cancelTimer();
      await turns.ended();
    },
  };
}

/** Reads the answer with the current settings, which may have been corrected since it arrived. */
async function reread(log: Log, record: OnboardingRecord, place: OnboardingPlace): Promise<OnboardingRecord> {
  if (record.unreadAnswer === null) return record;
  const read = readOnboarding(record.unreadAnswer, record.form, place.settings().partner);
  const credentials = read.credentials === null ? 'unread' : await intoKeychain(log, place, read.credentials);
  return {
    ...record,
    registrationLink: read.registrationLink ?? record.registrationLink,
    vendorCustomerId: read.vendorCustomerId ?? record.vendorCustomerId,
    credentials,
    unreadAnswer: credentials === 'unread' ? record.unreadAnswer : null,
  };
}

async function intoKeychain(log: Log, place: OnboardingPlace, credentials: Credentials) {
  try {
    if (await place.use(credentials)) return 'used';
    const saved = await place.vault.set(credentials);
    if (saved.ok) return 'stored';
    log.warn('onboarding-credentials-not-stored', { code: saved.error.code });
  } catch {
    log.warn('onboarding-credentials-not-stored', { code: 'keychainMissing' });
  }
  return 'unread';
}

/** The fields of the form are not described (receipt-service.md 2.12), so they are passed on byte for byte. */
const asWritten = (form: OnboardingForm): string =>
  writeJson(
    Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, new JsonText(jsonTextOf(value))]],
      ),
    ),
  );

const unknownOutcome =
  'The onboarding may have been started. The interface cannot show this and sends the credentials only once, so the app does not repeat the request. Ask the operator of the service.';

/** Fails while the merchant is not activated. Without a customer id no status can be requested, so it succeeds. */
async function activatedNow(
  record: OnboardingRecord,
  ask: () => Promise<Result<OnboardingView>>,
): Promise<Result<unknown>> {
  if (record.vendorCustomerId === null || record.status === 'activated') return done(null);
  const checked = await ask();
  return checked.ok && checked.value.status !== 'activated'
    ? failed('wrongState', 'The merchant is not activated yet (receipt-service.md 3).')
    : checked;
}

/** During training, a form from the command line goes to the shop's own partner interface, if its address is set. */
function placeOfStart(
  { place }: Pick<OnboardingParts, 'place'>,
  isCommand: boolean,
): Result<{ readonly at: OnboardingRecord['at']; readonly place: OnboardingPlace }> {
  const open = place('open');
  if (!open.ok) return open;
  const shop = isCommand && open.value.isTraining ? place('shop') : null;
  const isShop = shop?.ok === true && shop.value.name !== '';
  return done(isShop ? { at: 'shop', place: shop.value } : { at: 'open', place: open.value });
}

/** Onboards a merchant (receipt-service.md 4.7): sends the form, waits for the activation, uses the account. */
export type Onboarding = ReturnType<typeof createOnboarding>;

export function createOnboarding(parts: OnboardingParts) {
  const { clock, log, file } = parts;
  const status = createOnboardingStatus(parts);
  const { inTurn, keep, keepInTime } = status;

  async function start(form: OnboardingForm, isCommand: boolean): Promise<Result<OnboardingView>> {
    const before = file.read();
    if (before !== null && (before.credentials !== 'used' || before.status !== 'activated')) {
      const why =
        before.stage === 'started' ? 'the service sends its credentials only once' : 'it may have been started';
      const message = `An onboarding is in progress, and ${why}. Finish or discard it before you start another one.`;
      return failed('conflict', message);
    }
    const target = placeOfStart(parts, isCommand);
    if (!target.ok) return target;
    const { at, place } = target.value;
    if (!place.isTraining && !parts.secretsOutliveRun) {
      return failed('keychainMissing', 'The keychain does not answer: nothing was stored.');
    }
    const record = newRecord({ at, place: place.name, form: asWritten(form), startedAt: clock.now() });
    status.askSoon();
    // The form is stored before it is sent: after a crash in between, the outcome is unknown.
    keep(record);
    return send(record, place);
  }

  async function send(record: OnboardingRecord, place: OnboardingPlace): Promise<Result<OnboardingView>> {
    const answer = await place.client.onboard(new JsonText(record.form));
    if (answer.kind !== 'ok') {
      const result = partnerFailure(answer, unknownOutcome);
      const isUnknown = !result.ok && result.error.code === 'outcomeUnknown';
      await keepInTime(isUnknown ? { ...record, stage: 'unknown' } : null);
      return result;
    }
    const unread: OnboardingRecord = { ...record, stage: 'started', unreadAnswer: answer.value.text };
    // The whole answer is stored first, so that nothing is lost if the keychain refuses the credentials.
    await keepInTime(unread);
    const started = await reread(log, unread, place);
    log.info('onboarding-started', {
      hasLink: started.registrationLink !== null,
      hasCustomer: started.vendorCustomerId !== null,
      stored: started.credentials,
    });
    await keepInTime(started);
    status.plan(started);
    return done(status.toView(started));
  }

  async function finish(input: CommandInput<'onboarding.finish'>): Promise<Result<CommandOutput<'onboarding.finish'>>> {
    const record = file.read();
    if (record === null) return none;
    const place = status.placeOf(record);
    if (!place.ok) return place;
    const activated = await activatedNow(record, status.ask);
    if (!activated.ok) return activated;
    const credentials = await place.value.vault.get().catch(() => null);
    if (credentials === null && record.credentials !== 'used') {
      return failed(
        'notConfigured',
        'Found no credentials of the onboarding in the keychain. Check their places (JSON pointers) in Settings.',
      );
    }
    if (place.value.isTraining) return failed('wrongState', 'This onboarding was in training and cannot go live.');
    const saved = await parts.connection.save({
      ...input,
      connection: { ...input.connection, mode: 'live' },
      credentials,
    });
    // The new connection is saved, so a failure in here is not one of the command. A person can discard the rest.
    if (saved.ok && saved.value.ok)
      await keepInTime({ ...record, credentials: 'used' })
        .then(forget)
        .catch((error: unknown) => log.warn('onboarding-not-removed', { error: String(error) }));
    return saved;
  }

  async function forget(): Promise<void> {
    status.cancel();
    await parts.discardAccount();
    await keepInTime(null);
  }

  return {
    /** `isCommand`: the form is from the command line, which decides the interface in training (`placeOfStart`). */
    start: (form: OnboardingForm, isCommand: boolean) => inTurn(() => start(form, isCommand)),
    /** The state after the status was requested. `notFound`: no onboarding is active. */
    async look(): Promise<Result<OnboardingView>> {
      status.askSoon();
      // An onboarding request that still runs is not awaited.
      if (file.read()?.stage !== 'asking') await inTurn(status.ask);
      const record = file.read();
      return record === null ? none : done(status.toView(record));
    },
    finish: (input: CommandInput<'onboarding.finish'>) => inTurn(() => finish(input)),
    end: () =>
      inTurn(async () => {
        if (file.read() !== null) await forget();
        return done(null);
      }),
    /** Asks the interface where the current onboarding began, or that of the open connection for another merchant. */
    async statusOf(vendorCustomerId: string): Promise<Result<OnboardingStatus>> {
      const record = await inTurn(status.lookAgain);
      const place = record?.vendorCustomerId === vendorCustomerId ? status.placeOf(record) : parts.place('open');
      return place.ok ? status.statusAt(place.value, vendorCustomerId) : place;
    },
    resume() {
      const record = file.read();
      if (record === null) return;
      status.plan(record);
      const lookAgain = async (): Promise<void> => {
        const known = await inTurn(status.lookAgain);
        if (known !== null && known !== record) status.plan(known);
      };
      // The request was running when the program ended.
      const resumed = record.stage === 'asking' ? keepInTime({ ...record, stage: 'unknown' }) : lookAgain();
      resumed.catch((error: unknown) => log.warn('onboarding-not-stored', { error: String(error) }));
    },
    stop: status.stop,
  };
}
