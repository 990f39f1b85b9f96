import { useEffect, useRef } from 'react';
import type { SaleView } from '../../src-main/shared/views.ts';
import type { CommandInput } from '../../src-main/shared/window-commands.ts';
import { useIsLocked } from './pin/unlock.tsx';
import type { CurrentSaleState } from './sale/plan-dock.ts';
import { startCard, useCurrentSale } from './sale/use-sale-actions.ts';
import type { Waiting } from './session-store.ts';
import { noCodes } from './take-scan.ts';
import { send, session, useSession, useView } from './window-state.tsx';

function saleFor(waiting: Waiting | null, hand: CurrentSaleState, shown: SaleView | null): SaleView | null {
  if (hand.kind === 'sale') return hand.sale;
  // The customer of a changed sale is at the till, and a sale that arrives meanwhile has another one.
  if (hand.changes !== null) return shown?.id === hand.changes ? shown : null;
  return waiting !== null && shown !== null && shown.id !== waiting.saleIdAtStart ? shown : null;
}

/** Whether the sale that was shown when the code was scanned is over, so that its customer may have left. */
const isOver = ({ saleIdAtStart }: Waiting, shown: SaleView | null): boolean =>
  shown?.state === 'cancelled' || (saleIdAtStart !== null && shown === null);

let identified = Promise.resolve();

/** `send` refuses a second `sale.identify` while one is running, so the codes wait for each other. */
export function identify(input: CommandInput<'sale.identify'>): void {
  identified = identified.then(async () => {
    const answer = await send('sale.identify', input);
    if (answer.ok && answer.value.as === 'other')
      session.setState({ notice: { kind: 'otherCustomer', saleId: input.saleId, code: input.code } });
  });
}

/** Sends codes to the current sale, or keeps them a short time for the next one. A refused card stays in its field. */
export function useScannedCodes(): void {
  const view = useView();
  const hand = useCurrentSale();
  const code = useSession((now) => now.customerCode);
  const card = useSession((now) => now.card);
  const codeSale = saleFor(code?.waiting ?? null, hand, view.sale);
  const cardSale = saleFor(card?.waiting ?? null, hand, view.sale);
  const codeSaleId = codeSale?.state === 'open' ? codeSale.id : null;
  const cardSaleId = cardSale?.can.startLoyalty ? cardSale.id : null;
  const isCardTaken = card?.from === 'scan' && cardSaleId === null && cardSale?.can.cancelLoyalty === true;

  useEffect(() => {
    if (code === null || codeSaleId === null) return;
    session.setState({ customerCode: null });
    identify({ saleId: codeSaleId, code: code.number });
  }, [code, codeSaleId]);

  useEffect(() => {
    if (card?.from === 'scan' && cardSaleId !== null) void startCard(cardSaleId);
    else if (isCardTaken) session.setState({ card: null, notice: { kind: 'scanOtherCard' } });
  }, [card, cardSaleId, isCardTaken]);

  const doubt = useSession(({ notice }) => (notice?.kind === 'scanDoubt' ? notice.waiting : null));
  const waiting = code?.waiting ?? card?.waiting ?? doubt;
  const isDone = waiting !== null && isOver(waiting, view.sale);
  const isLocked = useIsLocked();
  const wasLocked = useRef(isLocked);
  useEffect(() => {
    const isJustLocked = isLocked && !wasLocked.current;
    wasLocked.current = isLocked;
    if (waiting === null) return;
    const forget = (): void =>
      session.setState(({ notice }) => ({ ...noCodes, notice: notice?.kind === 'scanDoubt' ? null : notice }));
    if (isDone || isJustLocked) return forget();
    const timer = window.setTimeout(forget, Math.max(0, waiting.until - Date.now()));
    return () => clearTimeout(timer);
  }, [waiting, isDone, isLocked]);
}

/** Passes each code that is scanned for the open page to `take` once. */
export function useScanned(take: (text: string) => unknown): void {
  const scanned = useSession((now) => now.scanned);
  useEffect(() => {
    if (scanned === null) return;
    take(scanned);
    session.setState({ scanned: null });
  }, [scanned, take]);
}
