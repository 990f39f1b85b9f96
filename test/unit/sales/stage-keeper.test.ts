import { beforeEach, describe, expect, test } from 'vitest';
import { settingsSchema } from '../../../src-main/lib/settings.ts';
import { createStageKeeper, type StageKeeper } from '../../../src-main/sales/customer-display.ts';
import { createManualClock, type ManualClock } from '../../fakes/manual-clock.ts';

/** An older receipt on the customer's screen while a sale is open: it is shown, and the open sale comes back. */

let clock: ManualClock;
let stage: StageKeeper;
const settings = settingsSchema.parse({});
const open = 'the open sale';
const older = 'an older receipt';

beforeEach(() => {
  clock = createManualClock();
  stage = createStageKeeper(clock, () => settings);
  stage.open(open, { show: true, language: 'fr' });
  stage.basket(open, { lines: [], totalCents: 320, currency: 'EUR' });
  stage.show(older, { returns: true });
});

const seconds = (settings.screen.qrAfterSeconds ?? 0) * 1_000;

describe('an older receipt', () => {
  test('is shown without anything of the open sale', () => {
    expect(stage.current()).toMatchObject({ saleId: older, moment: 'qr', basket: null, language: null });
  });

  test('gives way to the open sale by itself, which is as it was', () => {
    clock.advance(seconds - 1);
    expect(stage.current().saleId).toBe(older);
    clock.advance(1);
    expect(stage.current()).toMatchObject({ saleId: open, moment: 'qr', basket: { totalCents: 320 }, language: 'fr' });
    expect(stage.current().beneath).toBeNull();
  });

  test('gives way at once when the cashier is done with it, or the open sale is paid', () => {
    expect(stage.back()).toBe(true);
    expect(stage.current().saleId).toBe(open);
    stage.show(older, { returns: true });
    stage.paid(open, 'qr');
    expect(stage.current()).toMatchObject({ saleId: open, beneath: null });
  });

  test('keeps what happens to the open sale meanwhile', () => {
    stage.basket(open, { lines: [], totalCents: 990, currency: 'EUR' });
    stage.show('an even older one', { returns: false });
    expect(stage.back()).toBe(true);
    expect(stage.current()).toMatchObject({ saleId: open, basket: { totalCents: 990 } });
  });

  test('does not bring back a sale that was parked or cancelled', () => {
    stage.leave(open);
    expect(stage.back()).toBe(false);
    stage.open(open, { show: true, language: null });
    stage.show(older, { returns: true });
    stage.cancelled(open);
    expect(stage.current()).toMatchObject({ saleId: older, beneath: null });
  });

  test('covers nothing where no sale was open', () => {
    stage.clear();
    stage.show(older, { returns: false });
    expect(stage.back()).toBe(false);
  });

  test('is wiped by the next sale, and so is what it covered', () => {
    stage.open('the next sale', { show: true, language: null });
    expect(stage.current()).toMatchObject({ saleId: 'the next sale', beneath: null });
  });
});
