import { describe, expect, test } from 'vitest';
import type { SaleView } from '../../../src-main/shared/views.ts';
import {
  type CurrentSaleState,
  currentSaleState,
  planDock,
  slotNames,
} from '../../../src-renderer/cashier/sale/plan-dock.ts';
import { sale, saleScenes } from '../../fakes/sample-views.ts';

const around = { hasDisplay: true, isShownHere: false, isFull: true, last: null };
const holding = (held: SaleView): CurrentSaleState => ({ kind: 'sale', sale: held });
const pad = (cents: number): CurrentSaleState => ({
  kind: 'pad',
  cents,
  currency: null,
  behind: null,
  arrived: false,
  changes: null,
  isTooLate: false,
  refund: null,
});
const none = sale().can;

describe('the dock', () => {
  test('offers only actions that the sale allows, and always its details and its end', () => {
    for (const state of ['open', 'queued', 'delivered', 'attention', 'cancelled'] as const) {
      const { places, next } = planDock(holding(sale({ state, can: none })), around);
      expect(slotNames.filter((key) => places[key] !== null)).toEqual(
        state === 'open' ? ['close'] : ['close', 'cancel'],
      );
      expect(next).toBe(state === 'open' ? null : 'close');
    }
  });

  test('offers every action of the sale, each in its own place', () => {
    const can = { ...none, show: true, consent: true, print: true, cancel: true };
    const doesAll = (state: 'open' | 'queued', isFull: boolean) =>
      slotNames.map((key) => planDock(holding(sale({ state, can })), { ...around, isFull }).places[key]?.does ?? null);
    const others = [null, 'show', 'consent', 'print', 'close'];
    expect(doesAll('open', true)).toEqual([...others, 'cancel']);
    // With details, the button to void a receipt is in them.
    expect(doesAll('queued', true)).toEqual([...others, 'details']);
    expect(doesAll('queued', false)).toEqual([...others, 'void']);
  });

  test('never asks a customer to agree to a receipt that cannot reach them', () => {
    const can = { ...none, consent: true };
    const consentOf = (part: Partial<SaleView>) =>
      planDock(holding(sale({ can, ...part })), around).places.consent?.does ?? null;
    expect(consentOf({})).toBe('consent');
    expect(consentOf({ url: null, assigned: true })).toBe('consent');
    expect(consentOf({ url: null })).toBeNull();
    expect(consentOf({ state: 'queued', needsPaper: true })).toBeNull();
    expect(consentOf({ state: 'attention' })).toBeNull();
  });

  test('offers the undo in the place of the action', () => {
    const { places } = planDock(holding(saleScenes.undo.sale), around);
    expect(places.print).toEqual({ words: 'undo', does: 'undo', until: sale(saleScenes.undo.sale).undo?.until });
    const undo = { action: 'cancel', until: 9 } as const;
    const cancelled = planDock(holding(sale({ state: 'cancelled', cancelled: 'queued', undo })), around);
    expect(cancelled.places.cancel).toEqual({ words: 'undo', does: 'undo', until: 9 });
  });

  test('puts the next step first', () => {
    const nextOf = (held: SaleView) => planDock(holding(held), around).next;
    expect(nextOf(saleScenes.open.sale)).toBeNull();
    expect(nextOf(saleScenes['by-hand'].sale)).toBeNull();
    expect(nextOf(saleScenes.delivered.sale)).toBe('close');
    expect(nextOf(saleScenes.attention.sale)).toBe('print');
    expect(nextOf(saleScenes['needs-paper'].sale)).toBe('print');
    expect(planDock(pad(0), around).next).toBeNull();
    expect(planDock(pad(1234), around).next).toBe('show');
  });

  test('shows the code here where there is no other display, and hides it again', () => {
    const held = holding(saleScenes['no-display'].sale);
    expect(planDock(held, { ...around, hasDisplay: false }).places.show?.does).toBe('showHere');
    expect(planDock(held, { ...around, hasDisplay: false, isShownHere: true }).places.show?.does).toBe('hideHere');
  });
});

describe('the panel of the cashier', () => {
  const open = saleScenes.open.sale;

  test('shows the keypad while there is no sale', () => {
    expect(currentSaleState(null, null)).toEqual(pad(0));
    expect(currentSaleState(null, { cents: 5, saleIdAtStart: null })).toEqual(pad(5));
  });

  test('shows a sale from the till as soon as it arrives, unless an amount is being typed', () => {
    expect(currentSaleState(open, { cents: 0, saleIdAtStart: null })).toEqual({ kind: 'sale', sale: open });
    expect(currentSaleState(open, { cents: 12, saleIdAtStart: null })).toMatchObject({
      kind: 'pad',
      cents: 12,
      behind: open,
      arrived: true,
    });
    expect(currentSaleState(open, { cents: 12, saleIdAtStart: 'another', changes: true })).toMatchObject({
      changes: 'another',
      behind: open,
    });
  });

  test('keeps the keypad but offers no change once the amount is final', () => {
    const composing = { cents: 900, saleIdAtStart: open.id, changes: true } as const;
    const changes = (pay: boolean) => currentSaleState({ ...open, can: { ...open.can, pay } }, composing);
    expect(changes(true)).toMatchObject({ kind: 'pad', changes: open.id, isTooLate: false });
    expect(changes(false)).toMatchObject({ kind: 'pad', changes: open.id, isTooLate: true });
    const showOf = (hand: CurrentSaleState) => planDock(hand, around).places.show?.does ?? null;
    expect([showOf(changes(true)), showOf(changes(false))]).toEqual(['change', null]);
  });

  test('shows the keypad if the cashier opened it during a sale', () => {
    expect(currentSaleState(open, { cents: 0, saleIdAtStart: open.id })).toMatchObject({
      kind: 'pad',
      cents: 0,
      behind: open,
      arrived: false,
    });
  });
});
