/**
 * A small till for the POS API of Receipt Companion. Node 22.18 or later runs it without a build and without packages.
 *
 *     POS_TOKEN=... node till.ts
 *
 * An older Node cannot read this file: `node till.mjs` runs the same program and reports an older Node.
 *
 * It hands over the receipts that it kept, sells, looks the sale up, refunds it, and cancels another one.
 * POS_API is the address of the API. Without it the port is read from pos-api.json of the data folder (POS_DATA).
 * POS_KEPT is the folder for receipts that the app did not accept (default kept-receipts). The next start sends them again.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface Sale {
  readonly id: string;
  readonly reference: string;
  readonly state: 'open' | 'queued' | 'delivered' | 'attention' | 'cancelled';
  readonly billId: string | null;
  readonly url: string | null;
  readonly assigned: boolean;
  readonly amount: number | null;
}

export interface Problem {
  readonly type: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

export interface UserReceipt {
  readonly receiptId: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly date: string | null;
  readonly vendorName: string | null;
}

export interface UserReceipts {
  readonly items: readonly UserReceipt[];
  readonly totalCount: number | null;
  readonly continuation: string | null;
}

/** The API refused the request. */
export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.type}: ${problem.detail}`);
    this.problem = problem;
  }
}

type Json = Readonly<Record<string, unknown>>;

export function posApi(url: string, token: string, timeoutMs = 15_000) {
  /** Rejects with Refused, or with any other error when nobody answered: the request may or may not have been done. */
  async function once<T>(method: string, path: string, body?: Json): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Refused(JSON.parse(text) as Problem);
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  /** A repeated request gets the same answer, so it is sent until an answer arrives. */
  async function repeat<T>(method: string, path: string, body?: Json, tries = 5): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await once<T>(method, path, body);
      } catch (error) {
        const passes = !(error instanceof Refused) || [429, 503].includes(error.problem.status);
        if (!passes || tried === tries) throw error;
        await wait(100 * 2 ** tried);
      }
    }
  }

  const sale = (id: string) => repeat<Sale>('GET', `/sales/${id}`);

  return {
    sale,
    openSale: (request: Json & { readonly reference: string }) => repeat<Sale>('POST', '/sales', request),
    sendBill: (id: string, bill: Json) => repeat<Sale>('PUT', `/sales/${id}/bill`, { bill }),
    /** Changes amount, currency, language or show, until the sale is paid. */
    change: (id: string, to: Json) => repeat<Sale>('PATCH', `/sales/${id}`, to),
    setBasket: (id: string, basket: Json) => repeat<null>('PUT', `/sales/${id}/basket`, basket),
    /** The newest sale with this reference, of any day; undefined if there is none. */
    find: async (reference: string) => {
      const path = `/sales?limit=1&reference=${encodeURIComponent(reference)}`;
      const { items } = await repeat<{ readonly items: readonly Sale[] }>('GET', path);
      return items[0];
    },
    /** Sends sale and bill in one call: for a refund, and for a receipt that was kept. */
    receipt: (receipt: Json) => repeat<Sale>('POST', '/receipts', receipt),
    printed: (id: string) => repeat<Sale>('POST', `/sales/${id}/printed`),
    cancel: (id: string) => repeat<Sale>('DELETE', `/sales/${id}`),
    /** Is sent only once, because a repetition could start a second transaction. */
    startLoyalty: (id: string, externalUserId: string) => once<Json>('PUT', `/sales/${id}/loyalty`, { externalUserId }),

    /** All receipts of a user, page by page. The token needs the scope of Customer service. */
    async *userReceipts(userId: string, take = 50): AsyncGenerator<UserReceipt> {
      let continuation: string | null = null;
      do {
        const next: string = continuation === null ? '' : `&continuation=${encodeURIComponent(continuation)}`;
        const page: UserReceipts = await repeat('GET', `/users/${userId}/receipts?take=${take}${next}`);
        yield* page.items;
        continuation = page.continuation;
      } while (continuation !== null);
    },

    /** Follows the events; calls `onSale` with every change until `signal` aborts. Resumes behind the last event. */
    async follow(onSale: (sale: Sale) => void, signal: AbortSignal): Promise<void> {
      let last = '';
      while (!signal.aborted) {
        try {
          const headers = { authorization: `Bearer ${token}`, ...(last === '' ? {} : { 'last-event-id': last }) };
          const response = await fetch(`${url}/events`, { headers, signal });
          let rest = '';
          for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
            const blocks = (rest + chunk).split('\n\n');
            rest = blocks.pop() ?? '';
            for (const block of blocks) {
              const event = /^event: (\w+)\nid: (\S+)\ndata: (.*)$/.exec(block);
              if (event === null) continue;
              last = event[2] ?? last;
              if (event[1] === 'sale') onSale(JSON.parse(event[3] ?? '') as Sale);
            }
          }
        } catch {
          // The app is restarting, or `signal` has ended the stream.
        }
        await wait(1000, undefined, { signal }).catch(() => {});
      }
    },
  };
}

/** The smallest useful bill: one line, paid in cash. A negative amount is a return. */
export function billOf(number: string, amount: number, vatPercent: number): Json {
  const cents = (value: number) => Math.round(value * 100) / 100;
  const exclVat = cents(amount / (1 + vatPercent / 100));
  const vat = { percentage: vatPercent, inclVat: amount, exclVat, vat: cents(amount - exclVat) };
  return {
    // Without a number, a receipt that is sent on another day again would be another receipt.
    head: { number, date: new Date().toISOString() },
    data: {
      currency: 'EUR',
      fullAmountInclVat: amount,
      paymentTypes: [{ name: 'Cash', amount, 'extension:service': { type: 'Cash' } }],
      vatAmounts: [vat],
      lines: [
        {
          text: 'Coffee beans 1 kg',
          fullAmountInclVat: amount,
          vatAmounts: [vat],
          item: { number: '4711', quantity: Math.sign(amount), pricePerUnit: Math.abs(amount) },
          'extension:service': { sequenceNumber: 1, type: 'Default', isReturn: amount < 0 },
        },
      ],
    },
    security: { fiscalization: { type: 'Tse' } },
  };
}

/** The address of the API: POS_API, or the port that the running app has written, or the usual port. */
function address(): string {
  const { POS_API = '', POS_DATA = '', LOCALAPPDATA = '' } = process.env;
  if (POS_API !== '') return POS_API;
  const folders: Readonly<Record<string, string>> = {
    win32: LOCALAPPDATA,
    darwin: join(homedir(), 'Library/Application Support'),
  };
  const folder = join(folders[process.platform] ?? join(homedir(), '.config'), 'Receipt Companion');
  const file = join(POS_DATA === '' ? folder : POS_DATA, 'pos-api.json');
  const { port = 17_351 } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return `http://127.0.0.1:${port}/v1`;
}

type PosApi = ReturnType<typeof posApi>;

async function handOver(api: PosApi, folder: string): Promise<void> {
  for (const name of existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []) {
    const file = join(folder, name);
    try {
      await api.receipt(JSON.parse(readFileSync(file, 'utf8')));
      rmSync(file);
      console.log('handed over', name.replace('.json', ''));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof SyntaxError)) throw error;
      // The file stays: after a 401, 503 or 507 the app accepts it later. A damaged file, and one with any other refusal, needs a person.
      console.error(`${file}: ${error.message}`);
    }
  }
}

/** One sale from end to end, its refund, and one sale that is cancelled; gives the exit code. */
export async function main(): Promise<number> {
  const { POS_TOKEN = '', POS_KEPT = 'kept-receipts' } = process.env;
  if (POS_TOKEN === '') {
    console.error('POS_TOKEN is not set: expected the token that this till was given when it was paired');
    return 2;
  }
  const api = posApi(address(), POS_TOKEN);
  // The till's own id of the sale. Write it down first: after a crash the same reference finds the same sale.
  const reference = `typescript-${randomUUID()}`;
  const receipt = { reference, bill: billOf(reference, 19.9, 19) };
  try {
    await handOver(api, POS_KEPT);
    return await sell(api, receipt);
  } catch (error) {
    // The customer gets paper. The receipt is sent at the next start: a repeat is safe.
    mkdirSync(POS_KEPT, { recursive: true });
    const file = join(POS_KEPT, `${receipt.reference}.json`);
    writeFileSync(file, JSON.stringify(receipt));
    const reason = error instanceof Refused ? error.message : `no answer, is the app running? ${error}`;
    console.error(`${reason}: kept ${file}`);
    return 1;
  }
}

async function sell(api: PosApi, receipt: { reference: string; bill: Json }): Promise<number> {
  const { reference } = receipt;
  let sale = await api.openSale({ reference, amount: 10, currency: 'EUR' });
  console.log('open', sale.url);
  await api.change(sale.id, { amount: 19.9 });
  await api.sendBill(sale.id, receipt.bill);
  await api.printed(sale.id);
  const end = Date.now() + 60_000;
  while (sale.state === 'open' || sale.state === 'queued') {
    if (Date.now() > end) break;
    await wait(200);
    sale = await api.sale(sale.id);
  }
  console.log(sale.state, sale.url);
  console.log('found', (await api.find(reference))?.state);
  // From here on the refund is the receipt that must not be lost.
  receipt.reference = `${reference}-refund`;
  receipt.bill = billOf(receipt.reference, -19.9, 19);
  console.log('refunded', (await api.receipt(receipt)).amount);
  const other = await api.openSale({ reference: `${reference}-void`, amount: 5, currency: 'EUR' });
  console.log((await api.cancel(other.id)).state);
  return sale.state === 'delivered' ? 0 : 1;
}

// `import.meta.main` would say the same from Node 24.2 on.
const started = process.argv[1];
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) process.exitCode = await main();
