import type { Database } from '../storage/database.ts';
import type { Job } from './job.ts';

/** Rows of a version that did not write it down: their bill may have left, under whatever id they have. */
const anyId = '*';

/** Whether an earlier try may have stored the bill under this id, as far as anybody here knows. */
export const mayBeThere = ({ sentAs }: Job, billId: string): boolean => sentAs === billId || sentAs === anyId;

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
    /** Before it leaves, so that a crash leaves it standing. */
    leaving: write,
    /** It certainly was not stored. */
    notStored: (saleId: string): void => write(saleId, null),
  };
}
