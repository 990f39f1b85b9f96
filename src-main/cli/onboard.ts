import { cleanText } from '../lib/foreign-text.ts';
import { type OnboardingView, onboardingSchema } from '../lib/partner-view.ts';
import { type Outcome, objectOf } from './outcome.ts';
import { type AppAddress, askApp, type SendParts } from './send-receipt.ts';

export interface Merchant extends AppAddress {
  /** The JSON as it stands; the app checks it. Null: one was registered before. */
  readonly content: Uint8Array | null;
  /** Gives up what is kept of it. */
  readonly end: boolean;
}

const path = '/v1/onboarding';
const again = 'receipt-companion onboard';

/** Where a registration stands; `ended`: nothing is kept of one. */
type Standing = OnboardingView | 'ended';

/**
 * Has the app register a merchant (interface document 4.7), or asks where the registration stands. The app sends it once and keeps
 * what came of it: whoever is cut off asks again without a file.
 */
export async function onboard(merchant: Merchant, parts: SendParts): Promise<Outcome<Standing>> {
  const { content, end } = merchant;
  if (end) return askApp(parts, merchant, { method: 'DELETE', path }, () => 'ended');
  if (content !== null) {
    const started = await askApp(parts, merchant, { method: 'POST', path, content }, () => 'started');
    // A person has to find out.
    const isOpen = objectOf(started.body)?.type === 'outcome-unknown';
    if (started.value === null) return { ...started, value: null, ...(isOpen && { ending: 'needs-person' }) };
  }
  const readView = (answer: unknown) => onboardingSchema.safeParse(answer).data ?? null;
  const found = await askApp(parts, merchant, { method: 'GET', path }, readView);
  const { stage, credentials } = found.value ?? {};
  const needsPerson = stage === 'unknown' || (stage === 'started' && credentials === 'unread');
  return needsPerson ? { ...found, ending: 'needs-person' } : found;
}

/** For whoever reads the terminal. */
export async function merchantInWords({ value, body }: Outcome<Standing>): Promise<string> {
  if (value === 'ended') return 'Nothing is kept of a registration.';
  if (value !== null) return (await standing(value)).join('\n');
  const { type, title, detail, errors } = objectOf(body) ?? {};
  const fields = (Array.isArray(errors) ? errors : []).map(
    (field) => `  ${cleanText(`${field?.path}: ${field?.message}`)}`,
  );
  const mayBeOpen = ['not-reachable', 'conflict', 'outcome-unknown'].some((one) => one === type);
  const next = mayBeOpen ? [`Where it stands: ${again}`] : [];
  return [cleanText(`${title}: ${detail}`), ...fields, ...next].join('\n');
}

async function standing(merchant: OnboardingView): Promise<readonly string[]> {
  const practice = merchant.practice ? ['Practice: the training service inside the app answered.'] : [];
  if (merchant.stage === 'started') {
    return [...practice, ...(await linkOf(merchant)), ...accountOf(merchant), ...statusOf(merchant)];
  }
  if (merchant.stage === 'asking') return [...practice, `The registration is on its way. Where it stands: ${again}`];
  return [
    ...practice,
    'No clear answer: the registration may have been started. It is not sent again, because its account is given once.',
    `Ask the operator of the service. If it was not started: ${again} --end, then register again.`,
  ];
}

async function linkOf({ registrationLink: link, status }: OnboardingView): Promise<readonly string[]> {
  if (status === 'activated') return [];
  if (link === null) return ['The answer held no link at the place of the settings (partner.registrationLinkPlace).'];
  // No start of the program needs it.
  const { toString: drawCode } = await import('qrcode');
  return [
    'The merchant opens this address and finishes the registration there:',
    ...[cleanText(link), '', await drawCode(link, { type: 'terminal', small: true })],
  ];
}

function accountOf({ credentials, answerPaths }: OnboardingView): readonly string[] {
  if (credentials === 'used') return ['The account is in use.'];
  if (credentials === 'stored') return ['The account is in the keychain of the app.'];
  return [
    'The answer held no account at the places of the settings (partner.usernamePlace, partner.passwordPlace). It is kept, encrypted. It has something at:',
    ...answerPaths.map((place) => `  ${cleanText(place)}`),
    `Correct the places in settings.json of the data folder, start the app again, then: ${again}`,
  ];
}

function statusOf({ status, vendorCustomerId, credentials, practice, error }: OnboardingView): readonly string[] {
  if (vendorCustomerId === null)
    return ['Neither the answer nor the file held an id of the merchant: its status cannot be asked for.'];
  if (status !== 'activated') {
    const why = error === null ? '' : ` (${error})`;
    const known =
      status === null
        ? `The status is not known yet${why}.`
        : `Not activated yet${why}: receipts are refused until then.`;
    return [`${known} The app goes on asking. Where it stands: ${again}`];
  }
  if (practice) return [`Activated. Practice ends with: ${again} --end`];
  return credentials === 'stored'
    ? ['Activated. Now in the window of the app: Settings, Service, "Go live as the new merchant".']
    : ['Activated: receipts can be sent.'];
}
