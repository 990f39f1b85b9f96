import type { Cashier } from '../cashier-context.ts';

/**
 * Starts the card that waits for this sale, unless that was tried before: a start is never repeated by itself. One that is
 * under way is waited for. What did not work is said, and the number stays for a person.
 */
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
