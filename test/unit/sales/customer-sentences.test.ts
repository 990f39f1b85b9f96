import { describe, expect, test } from 'vitest';
import { arrivesSoon, customerScreen, emptyDisplay } from '../../../src-main/sales/sale/customer-view.ts';
import type { Sale } from '../../../src-main/sales/sale/sale.ts';
import { languages } from '../../../src-main/shared/languages.ts';
import { type SaleState, saleStates } from '../../../src-main/shared/sale-states.ts';
import type { ServiceStateView } from '../../../src-main/shared/views.ts';
import { customerText } from '../../../src-renderer/text/i18n.ts';
import { screenSentences } from '../../../src-renderer/text/screen-sentences.ts';
import { billAccepted, idTaken, refusal, saleAfter, sampleBillId, sampleSale } from '../../fakes/sample-sale.ts';

/** The single sentence that the customer reads, for every pair of a state of the sale and a state of the service. */

const services = ['online', 'offline', 'signInNeeded', 'unknown'] as const satisfies readonly ServiceStateView[];
type Standing = (typeof services)[number] | 'storeUnknown';
const standings: readonly Standing[] = [...services, 'storeUnknown'];

const coded = saleAfter(sampleSale(), idTaken);
const bare = sampleSale();
const known = sampleSale({ externalId: 'C-1' });
const scanned = saleAfter(coded, { type: 'customerScanned', externalId: 'C-1' }, { type: 'accountExpected' });
const member = saleAfter(known, { type: 'accountAssigned', billId: sampleBillId });
const delivered = { type: 'billDelivered', assigned: false, url: null } as const;
const refused = { type: 'billRefused', attention: refusal } as const;
const cancelled = { type: 'cancelRequested', undoUntil: null } as const;

const scanBefore = 'Your receipt: scan the code. It is on your phone as soon as you have paid.';
const scanSoon = 'Paid. Scan your receipt. It appears in a moment.';
const scanLaterBefore = 'Your receipt: scan the code. It appears as soon as it has been sent.';
const scanLater = 'Paid. Scan your receipt. It appears as soon as it has been sent.';
const ready = 'Paid. Scan your receipt. It is ready.';
const accountBefore = 'No need to scan. Once you have paid, your receipt goes to your account.';
const accountAfter = 'No need to scan. Your receipt goes to your account.';
const accountReady = 'It’s in your account. Your receipt is waiting for you there.';
const follows = 'Your receipt will follow. If you would rather have it on paper, just tell us.';
const paper = 'Paper receipt. You will get your receipt on paper.';
const scannedBefore = 'Done, receipt scanned. It is on your phone as soon as you have paid.';
const scannedSoon = 'Done, receipt scanned. It appears in a moment.';
const scannedLater = 'Done, receipt scanned. It appears as soon as it has been sent.';
const purchase = 'Your purchase.';
const gone = 'Purchase cancelled. If you have a question, just ask us.';

interface Row {
  readonly what: string;
  readonly sale: Sale;
  /** No id was available at the opening. */
  readonly withoutId?: boolean;
  /** The customer asked for paper, or the rule of the shop requires it. */
  readonly moment?: 'paper' | 'scanned';
  /** The time at which the shop shows the code. */
  readonly qrTiming?: 'after';
  readonly online: string;
  /**
   * The states in which the service does not answer, refuses the sign-in or has not answered yet, or the store is
   * wrong.
   */
  readonly else: string;
}

const always = (sentence: string): Pick<Row, 'online' | 'else'> => ({ online: sentence, else: sentence });

const rows: readonly Row[] = [
  { what: 'open with a code', sale: coded, online: scanBefore, else: scanLaterBefore },
  { what: 'open, its id under way', sale: bare, ...always(purchase) },
  { what: 'open, no id, nobody known', sale: bare, withoutId: true, ...always(paper) },
  { what: 'open, no id, customer known', sale: known, withoutId: true, ...always(follows) },
  { what: 'open, in the account', sale: member, ...always(accountBefore) },
  { what: 'open with a code, the customer’s own code scanned', sale: scanned, ...always(accountBefore) },
  { what: 'queued, the customer’s own code scanned', sale: saleAfter(scanned, billAccepted), ...always(accountAfter) },
  {
    what: 'delivered to the account of a scanned customer',
    sale: saleAfter(scanned, billAccepted, { ...delivered, assigned: true }),
    ...always(accountReady),
  },
  {
    what: 'delivered, and the service found no account after all',
    sale: saleAfter(scanned, billAccepted, delivered),
    ...always(ready),
  },
  {
    what: 'refused, the customer’s own code scanned',
    sale: saleAfter(scanned, billAccepted, refused),
    ...always(paper),
  },
  { what: 'queued with a code', sale: saleAfter(coded, billAccepted), online: scanSoon, else: scanLater },
  { what: 'queued, its id under way', sale: saleAfter(bare, billAccepted), online: purchase, else: paper },
  { what: 'queued, no id, nobody known', sale: saleAfter(bare, billAccepted), withoutId: true, ...always(paper) },
  { what: 'queued, no id, known', sale: saleAfter(known, billAccepted), withoutId: true, ...always(follows) },
  { what: 'queued, in the account', sale: saleAfter(member, billAccepted), ...always(accountAfter) },
  { what: 'delivered with a code', sale: saleAfter(coded, billAccepted, delivered), ...always(ready) },
  { what: 'delivered, no code', sale: saleAfter(bare, billAccepted, delivered), ...always(paper) },
  { what: 'delivered, in the account', sale: saleAfter(member, billAccepted, delivered), ...always(accountReady) },
  { what: 'refused with a code', sale: saleAfter(coded, billAccepted, refused), ...always(paper) },
  { what: 'refused, customer known', sale: saleAfter(known, idTaken, billAccepted, refused), ...always(paper) },
  { what: 'refused, in the account', sale: saleAfter(member, billAccepted, refused), ...always(paper) },
  { what: 'cancelled before payment', sale: saleAfter(coded, cancelled), ...always(gone) },
  { what: 'cancelled after payment', sale: saleAfter(coded, billAccepted, delivered, cancelled), ...always(gone) },
  { what: 'open, paper asked for', sale: coded, moment: 'paper', ...always(paper) },
  { what: 'open, paper asked for, customer known', sale: scanned, moment: 'paper', ...always(paper) },
  { what: 'queued, paper asked for', sale: saleAfter(coded, billAccepted), moment: 'paper', ...always(paper) },
  {
    what: 'delivered, paper asked for',
    sale: saleAfter(coded, billAccepted, delivered),
    moment: 'paper',
    ...always(paper),
  },
  {
    what: 'refused, paper asked for',
    sale: saleAfter(coded, billAccepted, refused),
    moment: 'paper',
    ...always(paper),
  },
  { what: 'cancelled, paper asked for', sale: saleAfter(coded, cancelled), moment: 'paper', ...always(gone) },
  {
    what: 'open, the customer has scanned it',
    sale: coded,
    moment: 'scanned',
    online: scannedBefore,
    else: scannedLater,
  },
  {
    what: 'queued, scanned',
    sale: saleAfter(coded, billAccepted),
    moment: 'scanned',
    online: scannedSoon,
    else: scannedLater,
  },
  { what: 'refused, scanned', sale: saleAfter(coded, billAccepted, refused), moment: 'scanned', ...always(paper) },
  { what: 'open, the code comes after payment', sale: coded, qrTiming: 'after', ...always(purchase) },
  {
    what: 'queued, the code comes after payment',
    sale: saleAfter(coded, billAccepted),
    qrTiming: 'after',
    online: scanSoon,
    else: scanLater,
  },
];

type Shown = Pick<Row, 'sale' | 'withoutId' | 'moment' | 'qrTiming'>;

const screenOf = ({ sale, withoutId = false, moment, qrTiming }: Shown, standing: Standing) =>
  customerScreen({ ...emptyDisplay, saleId: sale.id, moment: moment ?? 'qr', withoutId }, sale, {
    qrTiming: qrTiming ?? 'before',
    isSoon: standing === 'storeUnknown' ? arrivesSoon('online', true) : arrivesSoon(standing, false),
  });

const pairs = rows.flatMap((row) =>
  standings.map((standing) => ({ ...row, standing, sentence: standing === 'online' ? row.online : row.else })),
);

describe('a refund', () => {
  const refund: Sale = { ...saleAfter(coded, billAccepted), amountCents: -1_550, currency: 'EUR' };

  test.each([
    ['en', 'Refund: scan your receipt'],
    ['de', 'Erstattung: Beleg scannen'],
    ['fr', 'Remboursé\u00a0: scannez votre ticket'],
    ['es', 'Reembolso: escanee su ticket'],
    ['sv', 'Återbetalning: skanna kvittot'],
    ['pt', 'Reembolso: digitalize o talão'],
  ] as const)('is called a refund before the request to scan (%s)', (language, title) => {
    const screen = customerScreen({ ...emptyDisplay, saleId: refund.id, moment: 'qr' }, refund, {
      qrTiming: 'before',
      isSoon: true,
    });
    expect(screenSentences(screen, customerText(language)).title).toBe(title);
  });
});

describe('the sentence for the customer', () => {
  test.each(pairs)('$what, service $standing: $sentence', ({ standing, sentence, ...row }) => {
    const { title, text } = screenSentences(screenOf(row, standing), customerText('en'));
    expect(
      [title, text]
        .filter((part) => part !== null && part !== '')
        .map((part) => part?.replace(/\.$/, ''))
        .join('. '),
    ).toBe(sentence.replace(/\.$/, ''));
  });

  test('exists for every state of a sale', () => {
    const seen = new Set<SaleState>(rows.map(({ sale }) => sale.state));
    expect([...seen].sort()).toEqual([...saleStates].sort());
  });

  test('contains "ready" and "in your account" only when the service has the receipt', () => {
    for (const { standing, ...row } of pairs) {
      const screen = screenOf(row, standing);
      const saysReady = 'phase' in screen && screen.phase === 'ready';
      expect(saysReady, row.what).toBe(row.sale.state === 'delivered' && 'phase' in screen);
    }
  });

  test('contains "in a moment" in no language while the service cannot be reached', () => {
    for (const language of languages) {
      const t = customerText(language);
      for (const { standing, ...row } of pairs.filter((pair) => pair.standing !== 'online')) {
        expect(screenSentences(screenOf(row, standing), t).text, row.what).not.toBe(t('qrAfterText'));
      }
    }
  });
});
