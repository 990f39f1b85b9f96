import { z } from 'zod';
import { type Database, rowOf } from '../storage/database.ts';

const sentRow = z.object({ sent_as: z.string().nullable() });

/** Rows of a version that did not write it down: their bill may have left, under whatever id they have. */
const anyId = '*';

/**
 * Under which id the bill of a sale has left, or may have. The number of tries does not tell that: a try can end before the bill is
 * sent, at the sign-in or at the registration of an id.
 */
export type SentBills = ReturnType<typeof createSentBills>;

export function createSentBills(database: Database) {
  const write = (saleId: string, sentAs: string | null): void => {
    database.sql(`update outbox set sent_as = ? where sale_id = ? and kind = 'bill'`).run(sentAs, saleId);
  };
  return {
    /** Whether an earlier try may have stored the bill under this id, as far as anybody here knows. */
    mayBeThere(saleId: string, billId: string): boolean {
      const text = `select sent_as from outbox where sale_id = ? and kind = 'bill'`;
      const sentAs = rowOf(database, sentRow, text, saleId)?.sent_as;
      return sentAs === billId || sentAs === anyId;
    },
    /** Before it leaves, so that a crash leaves it standing. */
    leaving: write,
    /** It certainly was not stored. */
    notStored: (saleId: string): void => write(saleId, null),
  };
}
