import type { Rooms } from './rooms.ts';

/**
 * This database is an older copy, or one of another installation: what it calls ready may have been shown to somebody
 * since. No id of its pool is used any more, and no address of an open sale is shown again. The sales keep their ids, so
 * that a bill that was delivered meanwhile is answered with 409 and not stored twice (interface document 4.2 rule 2).
 */
export function giveUpShownAddresses(rooms: Rooms): void {
  const { book, pool, log } = rooms;
  book.transaction(() => {
    const givenUp = pool.giveUp();
    let withdrawn = 0;
    let before: number | undefined;
    for (;;) {
      const page = book.list({ state: 'open', limit: 200, before });
      for (const sale of page.items) {
        if (sale.url === null) continue;
        book.change(sale.id, { type: 'addressWithdrawn' });
        withdrawn += 1;
      }
      if (page.next === null) break;
      before = page.next;
    }
    log.warn('shown-addresses-given-up', { givenUp, withdrawn });
  });
}
