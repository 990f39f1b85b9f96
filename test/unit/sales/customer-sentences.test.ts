import { describe, expect, test } from 'vitest';
import { arrivesSoon, customerScreen, emptyDisplay } from '../../../src-main/sales/sale/customer-view.ts';
import type { Sale } from '../../../src-main/sales/sale/sale.ts';
import { type SaleState, saleStates } from '../../../src-main/shared/sale-states.ts';
import type { ServiceStateView } from '../../../src-main/shared/views.ts';
import { customerText } from '../../../src-renderer/text/i18n.ts';
import { screenSentences } from '../../../src-renderer/text/screen-sentences.ts';
import { billAccepted, idTaken, refusal, saleAfter, sampleBillId, sampleSale } from '../../fakes/sample-sale.ts';

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

const toAccount = (sale: Sale) => saleAfter(sale, billAccepted, { ...delivered, assigned: true });

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

interface Circumstances {
  readonly withoutId?: boolean;
  /** `paper`: the customer asked for paper, or the shop's rule requires it. `scanned`: the code was scanned. */
  readonly moment?: 'paper' | 'scanned';
  /** The shop shows the code after payment. Without this member it does so before. */
  readonly qrTiming?: 'after';
}

/** `otherwise` is the sentence for every other state of the service, and for a store that it does not know. */
type Row = readonly [what: string, sale: Sale, online: string, otherwise: string, more?: Circumstances];

const withoutId = { withoutId: true } as const;
const paperRequested = { moment: 'paper' } as const;
const tapped = { moment: 'scanned' } as const;
const codeLater = { qrTiming: 'after' } as const;

const rows: readonly Row[] = [
  ['open with a code', coded, scanBefore, scanLaterBefore],
  ['open, its id under way', bare, purchase, purchase],
  ['open, no id, nobody known', bare, paper, paper, withoutId],
  ['open, no id, customer known', known, follows, follows, withoutId],
  ['open, in the account', member, accountBefore, accountBefore],
  ['open with a code, the customer’s own code scanned', scanned, accountBefore, accountBefore],
  ['queued, the customer’s own code scanned', saleAfter(scanned, billAccepted), accountAfter, accountAfter],
  ['delivered to the account of a scanned customer', toAccount(scanned), accountReady, accountReady],
  ['delivered, and the service found no account after all', saleAfter(scanned, billAccepted, delivered), ready, ready],
  ['refused, the customer’s own code scanned', saleAfter(scanned, billAccepted, refused), paper, paper],
  ['queued with a code', saleAfter(coded, billAccepted), scanSoon, scanLater],
  ['queued, its id under way', saleAfter(bare, billAccepted), purchase, paper],
  ['queued, no id, nobody known', saleAfter(bare, billAccepted), paper, paper, withoutId],
  ['queued, no id, known', saleAfter(known, billAccepted), follows, follows, withoutId],
  ['queued, in the account', saleAfter(member, billAccepted), accountAfter, accountAfter],
  ['delivered with a code', saleAfter(coded, billAccepted, delivered), ready, ready],
  ['delivered, no code', saleAfter(bare, billAccepted, delivered), paper, paper],
  ['delivered, in the account', saleAfter(member, billAccepted, delivered), accountReady, accountReady],
  ['refused with a code', saleAfter(coded, billAccepted, refused), paper, paper],
  ['refused, customer known', saleAfter(known, idTaken, billAccepted, refused), paper, paper],
  ['refused, in the account', saleAfter(member, billAccepted, refused), paper, paper],
  ['cancelled before payment', saleAfter(coded, cancelled), gone, gone],
  ['cancelled after payment', saleAfter(coded, billAccepted, delivered, cancelled), gone, gone],
  ['open, paper asked for', coded, paper, paper, paperRequested],
  ['open, paper asked for, customer known', scanned, paper, paper, paperRequested],
  ['queued, paper asked for', saleAfter(coded, billAccepted), paper, paper, paperRequested],
  ['delivered, paper asked for', saleAfter(coded, billAccepted, delivered), paper, paper, paperRequested],
  ['refused, paper asked for', saleAfter(coded, billAccepted, refused), paper, paper, paperRequested],
  ['cancelled, paper asked for', saleAfter(coded, cancelled), gone, gone, paperRequested],
  ['open, the customer has scanned it', coded, scannedBefore, scannedLater, tapped],
  ['queued, scanned', saleAfter(coded, billAccepted), scannedSoon, scannedLater, tapped],
  ['refused, scanned', saleAfter(coded, billAccepted, refused), paper, paper, tapped],
  ['open, the code comes after payment', coded, purchase, purchase, codeLater],
  ['queued, the code comes after payment', saleAfter(coded, billAccepted), scanSoon, scanLater, codeLater],
];

const screenOf = (sale: Sale, standing: Standing, { moment, qrTiming, withoutId = false }: Circumstances = {}) =>
  customerScreen({ ...emptyDisplay, saleId: sale.id, moment: moment ?? 'qr', withoutId }, sale, {
    qrTiming: qrTiming ?? 'before',
    willArrive: standing === 'storeUnknown' ? arrivesSoon('online', true) : arrivesSoon(standing, false),
  });

const pairs = rows.flatMap(([what, sale, online, otherwise, more]) =>
  standings.map((standing) => ({
    ...{ what, sale, standing },
    sentence: standing === 'online' ? online : otherwise,
    screen: screenOf(sale, standing, more),
  })),
);

describe('the title before payment', () => {
  const refund: Sale = { ...saleAfter(coded, billAccepted), amountCents: -1_550, currency: 'EUR' };

  test.each([
    ['en', /receipt/, /^Refund\b.*scan/],
    ['de', /Beleg/, /^Erstattung\b.*scannen/],
    ['fr', /ticket/, /^Remboursé.*scannez/],
    ['es', /ticket/, /^Reembolso\b.*escanee/],
    ['sv', /kvitto/, /^Återbetalning\b.*skanna/],
    ['pt', /talão/, /^Reembolso\b.*digitalize/],
  ] as const)('names the receipt, or the refund before its scan (%s)', (language, receipt, refunded) => {
    expect(screenSentences(screenOf(coded, 'online'), customerText(language)).title).toMatch(receipt);
    expect(screenSentences(screenOf(refund, 'online'), customerText(language)).title).toMatch(refunded);
  });
});

describe('the sentence for the customer', () => {
  test.each(pairs)('$what, service $standing: $sentence', ({ screen, sentence }) => {
    const { title, text } = screenSentences(screen, customerText('en'));
    const parts = [title, text].filter(Boolean).map((part) => part?.replace(/\.$/, ''));
    expect(parts.join('. ')).toBe(sentence.replace(/\.$/, ''));
  });

  test('exists for every state of a sale', () => {
    const seen = new Set<SaleState>(rows.map(([, { state }]) => state));
    expect([...seen].sort()).toEqual([...saleStates].sort());
  });
});
