import { z } from 'zod';
import { pointerOf } from '../receipts/issues.ts';
import { parseJson } from '../service/answer-body.ts';
import { isShownAddress } from '../service/described.ts';
import type { Credentials } from '../settings/credentials.ts';
import { jsonOf } from '../shared/json.ts';
import { atPointer, isRawNumber, parseKeepingNumbers } from '../shared/json-text.ts';
import type { Settings } from '../shared/settings.ts';
import type { EncryptedValues } from '../storage/encrypted-values.ts';

/** Identifies the training service, whose port may change. Nothing goes live with its credentials. */
export const embeddedPartner = 'https://embedded.training.invalid';

/** The onboarding as it is stored, encrypted. It belongs to no connection, because finishing it opens another one. */
const recordSchema = z.object({
  at: z.enum(['open', 'shop']),
  /** The partner interface that received the form. Only this one is asked for the status. */
  place: z.string(),
  stage: z.enum(['asking', 'unknown', 'started']).default('asking'),
  startedAt: z.number(),
  /** The JSON text as it is sent, so that no digit of a number is lost. */
  form: z.string(),
  registrationLink: z.string().nullable().default(null),
  vendorCustomerId: z.string().nullable().default(null),
  status: z.enum(['activated', 'notActivated']).nullable().default(null),
  customerId: z.string().nullable().default(null),
  credentials: z.enum(['stored', 'unread', 'used']).default('unread'),
  /** The unchanged answer, until the credentials in it are found. They come only once, and a setting may be wrong. */
  unreadAnswer: z.string().nullable().default(null),
});
export type OnboardingRecord = Readonly<z.infer<typeof recordSchema>>;

export const newRecord = (begun: z.input<typeof recordSchema>): OnboardingRecord => recordSchema.parse(begun);

export type OnboardingFile = ReturnType<typeof createOnboardingFile>;

/** Reads the file once, because the windows ask for it at every change. */
export function createOnboardingFile(values: () => EncryptedValues) {
  let record: OnboardingRecord | null | undefined;
  return {
    read(): OnboardingRecord | null {
      if (record === undefined) {
        record = recordSchema.safeParse(jsonOf(values().get('onboarding') ?? '')).data ?? null;
      }
      return record;
    },
    write(changed: OnboardingRecord | null): void {
      values().set('onboarding', changed === null ? null : JSON.stringify(changed));
      record = changed;
    },
  };
}

/** The fields of the answer are not described (receipt-service.md 2.12), so settings name their places. */
export function readOnboarding(text: string, form: string, places: Settings['partner']) {
  const answer = parseJson(text) === undefined ? undefined : parseKeepingNumbers(text);
  const username = textAt(answer, places.usernamePlace);
  const password = textAt(answer, places.passwordPlace);
  const link = textAt(answer, places.registrationLinkPlace);
  return {
    registrationLink: link !== null && isShownAddress(link) ? link : null,
    vendorCustomerId:
      textAt(answer, places.vendorCustomerIdPlace) ??
      textAt(parseKeepingNumbers(form), places.requestedVendorCustomerIdPlace),
    credentials: username === null || password === null ? null : ({ username, password } satisfies Credentials),
  };
}

/** A person cannot use a longer list. */
const mostPaths = 200;

/** Lists the places in an answer that the settings can name. It contains no value, and no name that may be a value. */
export function pathsOf(text: string): readonly string[] {
  const inside = (value: unknown, at: readonly string[]): readonly string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => inside(inner, [...at, name]))
      : [pointerOf(at)];
  return inside(parseJson(text), []).slice(0, mostPaths);
}

function textAt(value: unknown, pointer: string): string | null {
  const found = atPointer(value, pointer);
  const text = typeof found === 'number' || isRawNumber(found) ? JSON.stringify(found) : found;
  return typeof text === 'string' && text !== '' ? text : null;
}

export function isMerchantReady(file: OnboardingFile): boolean {
  const record = file.read();
  return (
    record !== null &&
    record.place !== embeddedPartner &&
    record.status === 'activated' &&
    record.credentials === 'stored'
  );
}
