import type { Rooms } from './rooms.ts';

/**
 * This database is an older copy, or one of another installation: what it calls ready may have been shown to somebody
 * since. No id of its pool is used any more, and an open sale parts with its id: the receipt may be under it at the
 * service by now, so it is neither shown again nor deleted with the sale. Should the bill come still, it gets a new id.
 * Bills that wait keep theirs: one that was delivered meanwhile is answered with 409 (interface document 4.2 rule 2).
 */
export function giveUpShownIds(rooms: Rooms): void {
  const { book, pool, log } = rooms;
  book.transaction(() => {
    const givenUp = pool.giveUp();
    let parted = 0;
    let before: number | undefined;
    for (;;) {
      const page = book.list({ state: 'open', limit: 200, before });
      for (const sale of page.items) {
        if (sale.billId === null) continue;
        book.change(sale.id, { type: 'idDied' });
        parted += 1;
      }
      if (page.next === null) break;
      before = page.next;
    }
    log.warn('shown-ids-given-up', { givenUp, parted });
  });
}
