import type { Log } from '../ports.ts';
import type { WaitingConnection } from '../shared/views.ts';
import { otherConnections } from '../storage/connection-folders.ts';
import type { NoticeBoard } from '../storage/notice-board.ts';

/** Reports the receipts that wait for other connections than `open`. */
export function noteOtherConnections(
  dataDir: string,
  open: string | null,
  { notices, log }: { readonly notices: NoticeBoard; readonly log: Log },
): readonly WaitingConnection[] {
  const others = otherConnections(dataDir, open);
  notices.settle('otherConnectionWaits');
  for (const { folder, address, waiting } of others) {
    log.warn('other-connection-found', { folder, address, waiting });
    notices.raise(
      'otherConnectionWaits',
      `${waiting} receipts wait in the folder ${folder} for ${address ?? 'an address that cannot be read'}. They are sent only if you set that address and account again.`,
    );
  }
  return others;
}
