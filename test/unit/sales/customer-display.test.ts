import { beforeEach, describe, expect, test } from 'vitest';
import { type CustomerDisplay, createCustomerDisplay } from '../../../src-main/sales/customer-display.ts';
import { settingsSchema } from '../../../src-main/shared/settings.ts';
import { createManualClock, type ManualClock } from '../../fakes/manual-clock.ts';

let clock: ManualClock;
let display: CustomerDisplay;
let paid: Set<string>;
const settings = settingsSchema.parse({});
const open = 'the open sale';
const older = 'an older receipt';

beforeEach(() => {
  clock = createManualClock();
  paid = new Set([older]);
  display = createCustomerDisplay(
    clock,
    () => settings,
    (saleId) => paid.has(saleId),
  );
  display.open(open, { show: true, language: 'fr' });
  display.basket(open, [{ text: 'Bread', quantity: 1, amount: 3.2 }]);
  display.show(older, { returns: true });
});

const seconds = (settings.screen.qrAfterSeconds ?? 0) * 1_000;

describe('an older receipt on the customer display', () => {
  test('is shown without anything of the open sale', () => {
    expect(display.current()).toMatchObject({ saleId: older, moment: 'qr', lines: [], language: null });
  });

  test('closes automatically and shows the open sale unchanged', () => {
    clock.advance(seconds - 1);
    expect(display.current().saleId).toBe(older);
    clock.advance(1);
    expect(display.current()).toMatchObject({ saleId: open, moment: 'qr', lines: [{ text: 'Bread' }], language: 'fr' });
    expect(display.current().beneath).toBeNull();
  });

  test('is replaced by the open sale at once when the cashier closes the receipt, or the open sale is paid', () => {
    expect(display.back()).toBe(true);
    expect(display.current().saleId).toBe(open);
    display.show(older, { returns: true });
    display.paid(open, 'qr');
    expect(display.current()).toMatchObject({ saleId: open, beneath: null });
  });

  test.each([
    ['is cancelled', () => display.cancelled(older)],
    [
      'is not paid yet and its customer has scanned it',
      () => {
        paid.delete(older);
        display.accepted(older);
      },
    ],
  ])('gives the display back to the open sale soon after it %s', (_what, end) => {
    end();
    clock.advance(Math.max(5, settings.screen.thanksSeconds) * 1_000);
    expect(display.current()).toMatchObject({ saleId: open, moment: 'qr', beneath: null });
  });

  test.each([
    ['welcomes its customer', () => display.welcome(older)],
    ['is paid', () => display.paid(older, 'qr')],
    ['comes back after an undo', () => display.undone(older)],
  ])('gives the display back to the open sale after its time, also if it %s and a code has no end', (_what, change) => {
    const unlimited = settingsSchema.parse({ screen: { qrAfterSeconds: null } });
    display = createCustomerDisplay(
      clock,
      () => unlimited,
      () => true,
    );
    display.open(open, { show: true, language: null });
    display.show(older, { returns: true });
    change();
    expect(display.current().saleId).toBe(older);
    clock.advance(70_000);
    expect(display.current()).toMatchObject({ saleId: open, moment: 'qr', beneath: null });
  });

  test('does not lose changes that are made to the open sale meanwhile', () => {
    display.basket(open, [{ text: 'Cake', quantity: 1, amount: 9.9 }]);
    display.show('an even older one', { returns: false });
    expect(display.back()).toBe(true);
    expect(display.current()).toMatchObject({ saleId: open, lines: [{ text: 'Cake' }] });
  });

  test('does not bring back a sale that was parked or cancelled', () => {
    display.leave(open);
    expect(display.back()).toBe(false);
    display.open(open, { show: true, language: null });
    display.show(older, { returns: true });
    display.cancelled(open);
    expect(display.current()).toMatchObject({ saleId: older, beneath: null });
  });

  test('leaves the display after its time also if the open sale was parked or cancelled meanwhile', () => {
    display.leave(open);
    clock.advance(seconds);
    expect(display.current()).toMatchObject({ saleId: older, moment: 'thanks' });
  });

  test('does not return to a sale if none was open', () => {
    display.clear();
    display.show(older, { returns: false });
    expect(display.back()).toBe(false);
  });

  test('is replaced by the next sale, which shows nothing of the sale that was open before', () => {
    display.open('the next sale', { show: true, language: null });
    expect(display.current()).toMatchObject({ saleId: 'the next sale', beneath: null });
    display.open(open, { show: true, language: 'fr' });
    display.basket(open, [{ text: 'Bread', quantity: 1, amount: 3.2 }]);
    display.open('the next sale', { show: true, language: null });
    expect(display.current()).toMatchObject({ saleId: 'the next sale', lines: [], language: null });
  });

  test('covers the open sale for the same time again when it is shown again', () => {
    clock.advance(seconds - 1);
    display.show(older, { returns: true });
    clock.advance(seconds - 1);
    expect(display.current().saleId).toBe(older);
    clock.advance(1);
    expect(display.current()).toMatchObject({ saleId: open, beneath: null });
  });
});

test.each([
  ['code', true, 'qr'],
  ['start of a sale without its code', false, 'quiet'],
] as const)(
  'after two welcomes in a row the %s returns, also if an older receipt interrupts them',
  (_what, show, moment) => {
    display.open(open, { show, language: null });
    display.welcome(open);
    clock.advance(1_000);
    display.welcome(open);
    display.show(older, { returns: true });
    display.back();
    expect(display.current().moment).toBe(moment);
    display.welcome(open);
    clock.advance(1_000);
    display.welcome(open);
    clock.advance(10_000);
    expect(display.current().moment).toBe(moment);
  },
);

test('an undo shows only a code that its action removed, and none of an older receipt to the last customer', () => {
  paid.add(open);
  display.back();
  display.thanks(open);
  clock.advance(settings.screen.thanksSeconds * 1_000);
  display.undone(older);
  expect(display.current()).toMatchObject({ saleId: null, lastSaleId: open });
  display.paper(open);
  display.undone(open);
  expect(display.current()).toMatchObject({ saleId: null, lastSaleId: open, moment: 'quiet' });
  display.undone(open);
  expect(display.current()).toMatchObject({ saleId: open, moment: 'qr' });
  display.clear();
  display.undone(open);
  expect(display.current().saleId).toBeNull();
});

/** The ways in which the code of a paid sale comes back. */
const waysBack = [
  ['the cashier shows it again', () => undefined, () => display.show(open, { returns: false })],
  ['the customer asks for it again', () => display.accepted(open), () => display.show(open, { returns: false })],
  ['the cashier shows it after the next sale', () => display.clear(), () => display.show(open, { returns: false })],
  ['the cashier undoes its cancellation', () => display.cancelled(open), () => display.undone(open)],
  ['an undo comes after the start screen', cancelled, () => display.undone(open)],
  ['an undo comes after Next customer', () => display.clear(open), () => display.undone(open)],
] as const;

function cancelled(): void {
  display.cancelled(open);
  clock.advance(5_000);
  expect(display.current().saleId).toBeNull();
}

describe('the code of a paid sale', () => {
  test.each(waysBack)('leaves the display after the set time, also when %s', (_way, before, comeBack) => {
    display.open(open, { show: true, language: null });
    paid.add(open);
    display.paid(open, 'qr');
    before();
    clock.advance(1_000);
    comeBack();
    expect(display.current()).toMatchObject({ saleId: open, moment: 'qr' });
    clock.advance(seconds - 1);
    expect(display.current().moment).toBe('qr');
    clock.advance(1);
    expect(display.current().moment).toBe('thanks');
    clock.advance(settings.screen.thanksSeconds * 1_000);
    expect(display.current().saleId).toBeNull();
  });

  test('makes room for the open sale that it covers', () => {
    display.open('a parked sale', { show: true, language: null });
    display.open(open, { show: true, language: null });
    display.show('a parked sale', { returns: true });
    paid.add('a parked sale');
    display.paid('a parked sale', 'qr');
    clock.advance(seconds);
    expect(display.current().moment).toBe('thanks');
    clock.advance(settings.screen.thanksSeconds * 1_000);
    expect(display.current()).toMatchObject({ saleId: open, moment: 'qr' });
  });
});
