import type { SaleResource } from '../../src-main/shared/till-view.ts';
import { asWindow } from './command-callers.ts';
import { openTestApp, refusal, type TestApp, type TestAppOptions, unwrap } from './test-app.ts';

/** A refusal of a bill by the service (receipt-service.md 7). */
export const badBill = refusal(400, { type: 'bad-bill', title: 'Bad bill', detail: 'not like this' });

export interface SaleReply {
  readonly status: number;
  /** The sale, or the problem of a refusal. */
  readonly sale: SaleResource;
  readonly items: readonly SaleResource[];
}

const headers = { 'content-type': 'application/json' };
type PairingApp = Pick<TestApp, 'app'>;
const urlOf = ({ app }: PairingApp): string => app.snapshot('cashier')?.view.status.posApi.url ?? '';

const idOfTill = async ({ app }: PairingApp, name?: string): Promise<string | undefined> =>
  unwrap(await asWindow(app)['pairing.list'](null)).find((till) => till.name === name)?.id;

/** Shows a pairing code for a new till, or for the existing till `again`. */
export async function showCode(testApp: PairingApp, again?: string): Promise<string> {
  const id = await idOfTill(testApp, again);
  const start = asWindow(testApp.app)['pairing.start'];
  return unwrap(await start({ partner: false, ...(id !== undefined && { again: id }) })).code;
}

/** Removes a paired till, and returns its id. */
export async function removeTill(testApp: PairingApp, name: string): Promise<string> {
  const id = (await idOfTill(testApp, name)) ?? '';
  unwrap(await asWindow(testApp.app)['pairing.revoke']({ id }));
  return id;
}

export const sendCode = (testApp: PairingApp, code: string, name: string): Promise<Response> =>
  fetch(`${urlOf(testApp)}/pair`, { method: 'POST', headers, body: JSON.stringify({ code, name }) });

/** Pairs a till that uses HTTP. An existing name is paired again. */
export async function pairTill(testApp: PairingApp, name: string) {
  const url = urlOf(testApp);
  const paired = await sendCode(testApp, await showCode(testApp, name), name);
  const { token } = (await paired.json()) as { token: string };
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<SaleReply> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}`, ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (response.status === 204 ? {} : await response.json()) as SaleResource & { items: SaleResource[] };
    return { status: response.status, sale: answer, items: answer.items };
  };
  return {
    token,
    port: Number(new URL(url).port),
    call,
    open: (reference: string, more: object = {}) => call('POST', '/sales', { reference, ...more }),
    receipt: (reference: string, bill: unknown, more = {}) => call('POST', '/receipts', { reference, bill, ...more }),
    bill: (id: string, bill: unknown) => call('PUT', `/sales/${id}/bill`, { bill }),
    list: async (reference: string) => (await call('GET', `/sales?reference=${reference}`)).items.map(({ id }) => id),
  };
}

/** An app with a paired till. */
export async function openWithTill(options?: TestAppOptions) {
  const testApp = await openTestApp(options);
  return { testApp, till: await pairTill(testApp, 'Till 1') };
}
