import type { Log } from '../ports.ts';
import type { WaitingElsewhere } from '../shared/views.ts';
import { otherConnections } from '../storage/connection-folders.ts';
import type { NoticeBoard } from '../storage/notice-board.ts';

interface OtherConnectionParts {
  readonly dataDir: string;
  readonly open: string | null;
  readonly files: { readonly notices: () => NoticeBoard };
  readonly ports: { readonly log: Log };
}

export function noteOtherConnections({
  dataDir,
  open,
  files,
  ports,
}: OtherConnectionParts): readonly WaitingElsewhere[] {
  const others = otherConnections(dataDir, open);
  const notices = files.notices();
  notices.settle('otherConnectionWaits');
  for (const { folder, address, waiting } of others) {
    ports.log.warn('other-connection-found', { folder, address, waiting });
    notices.raise(
      'otherConnectionWaits',
      `${waiting} receipts wait in the folder ${folder} for ${address ?? 'an address that cannot be read'}. They are sent only if you set that address and account again.`,
    );
  }
  return toView(others);
}

export const waitingElsewhere = (dataDir: string): readonly WaitingElsewhere[] =>
  toView(otherConnections(dataDir, null));

const toView = (others: ReturnType<typeof otherConnections>): readonly WaitingElsewhere[] =>
  others.map(({ address, waiting }) => ({ address, count: waiting }));
