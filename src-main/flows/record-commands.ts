import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandHandlers } from '../contract/handlers.ts';
import { done, type Result } from '../kernel/result.ts';
import { toCents } from '../receipt/amounts.ts';
import { saleRow } from '../sale/cashier-view.ts';
import { attentionExport, refusedBill, resend, resendAll } from './attention.ts';
import { dayExport, dayView } from './day.ts';
import { decide } from './decide.ts';
import { dayBounds } from './local-time.ts';
import type { Rooms } from './rooms.ts';
import { waitingCommands } from './waiting.ts';

/** The commands about what is on record: receipts, what the service refused, the day. */
export type RecordCommands = Pick<
  CommandHandlers,
  Extract<
    keyof CommandHandlers,
    `receipts.${string}` | `attention.${string}` | `outbox.${string}` | `day.${string}` | `waiting.${string}`
  >
>;

const pageSize = 50;

/** `exportFolder`: where files for people go; made when the first one is written. */
export function recordCommands(rooms: Rooms, exportFolder: string): RecordCommands {
  const { book } = rooms;

  function save(name: string, content: string): Result<{ path: string }> {
    mkdirSync(exportFolder, { recursive: true, mode: 0o700 });
    const path = join(exportFolder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return done({ path });
  }

  return {
    async 'receipts.list'({ search, state, day, cursor }) {
      const text = search.trim();
      const page = book.list({
        limit: pageSize,
        state: state ?? undefined,
        before: cursor ?? undefined,
        search: text === '' ? undefined : { text, amountCents: amountIn(text) },
        ...(day === null ? {} : dayBounds(day)),
      });
      return done({ rows: page.items.map(saleRow), next: page.next });
    },
    'attention.bill': async ({ saleId }) => refusedBill(rooms, saleId),
    async 'attention.resend'({ saleId, billText }) {
      const sent = resend(rooms, saleId, billText);
      return sent.ok ? done(null) : sent;
    },
    async 'attention.decide'({ saleId, as }) {
      const decided = decide(rooms, saleId, as);
      return decided.ok ? done(null) : decided;
    },
    'attention.resendAll': async ({ status }) => done({ count: await rooms.beforeStop(resendAll(rooms, status)) }),
    async 'outbox.sendNow'() {
      rooms.sendNow();
      return done(null);
    },
    async 'attention.export'({ saleId }) {
      const content = attentionExport(rooms, saleId);
      return content.ok ? save(`refused-${saleId}.json`, content.value) : content;
    },
    ...waitingCommands(rooms, save),
    'day.get': async ({ day }) => done(dayView(book, day)),
    'day.export': async ({ day, format }) => save(`receipts-${day}.${format}`, dayExport(book, day, format)),
  };
}

/** `12,50` and `12.50` are an amount; `R-12` is not. */
function amountIn(text: string): number | null {
  const plain = text.replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? toCents(Number(plain)) : null;
}
