import type { PrintReason } from '../shared/print-reasons.ts';
import type { PrintRow } from '../shared/print-view.ts';
import type { PrintBytes, ReadPrint, Verdict } from './print.ts';
import type { Outcome } from './print-sales.ts';

interface RecentPrint {
  readonly id: number;
  readonly at: number;
  readonly outcome: Outcome;
  readonly read: ReadPrint | null;
  /** The bytes for reading the print again with another code page; null for a large print. */
  readonly bytes: PrintBytes | null;
  readonly judged: PrintReason;
  readonly judgedNow: PrintReason;
}

const most = 20;
const maxCopyBytes = 64 * 1024;

export function createRecentPrints() {
  let prints: readonly RecentPrint[] = [];
  /** Changes with the list. */
  let revision = 0;
  return {
    add(at: number, bytes: PrintBytes, read: ReadPrint | null, judged: PrintReason, outcome: Outcome): void {
      revision += 1;
      const copy = bytes.bytes.byteLength <= maxCopyBytes ? bytes : null;
      const print = { id: revision, at, outcome, read, bytes: copy, judged, judgedNow: judged };
      prints = [print, ...prints].slice(0, most);
    },
    /** Judges all prints again with the present settings, as of the time when they were printed. */
    judgeAgain(judge: (read: ReadPrint, at: number) => Verdict): void {
      revision += 1;
      prints = prints.map((print) =>
        print.read === null ? print : { ...print, judgedNow: judge(print.read, print.at).reason },
      );
    },
    async readAgain(readPrint: (print: PrintBytes) => Promise<ReadPrint | null>): Promise<void> {
      for (const { id, bytes } of prints) {
        const read = bytes === null ? null : await readPrint(bytes);
        if (read !== null) prints = prints.map((print) => (print.id === id ? { ...print, read } : print));
      }
    },
    rows: (): readonly PrintRow[] =>
      prints.map(({ id, at, outcome, read, judged, judgedNow }) => ({
        id,
        at,
        text: read?.text ?? '',
        hasPicture: read?.png != null,
        reason: outcome.reason,
        changedTo: judgedNow === judged ? null : judgedNow,
        saleId: outcome.saleId,
      })),
    revision: () => revision,
    lastReason: (): PrintReason | null => prints[0]?.outcome.reason ?? null,
    pngOf: (id: number): Uint8Array | null => prints.find((print) => print.id === id)?.read?.png ?? null,
  };
}
