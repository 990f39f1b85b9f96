import type { Cashier } from '../cashier-context.tsx';

/** Starts the waiting card once, because a start is never repeated automatically. After a failure it stays. */
export function startCard({ send, session }: Pick<Cashier, 'send' | 'session'>, saleId: string): Promise<void> {
  const { card, starting } = session.getState();
  if (starting !== null) return starting;
  const number = card?.number.trim() ?? '';
  const isOfOther = card?.saleId != null && card.saleId !== saleId;
  if (number === '' || isOfOther || card?.from === 'tried') return Promise.resolve();
  const begun = send('loyalty.start', { saleId, externalUserId: number }).then(({ ok }) =>
    session.setState(({ card: now }) => ({ starting: null, card: ok && now?.from === 'tried' ? null : now })),
  );
  session.setState({ card: { saleId, number, from: 'tried', waiting: null }, starting: begun });
  return begun;
}
