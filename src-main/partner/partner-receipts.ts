import { isGuid } from '../lib/guid.ts';
import type { ReceiptPage } from '../lib/partner-view.ts';
import { done, failed, type Result } from '../lib/result.ts';
import type { SavedFiles } from '../records/export-files.ts';
import { askRepeatedly } from '../service/call.ts';
import { beforeStop, type PartnerContext } from './partner-controller.ts';
import { partnerFailure, partnerResult } from './partner-input.ts';

/** One page of a user's receipts (interface document 4.7). `take` null: as Settings say. */
export async function listReceipts(
  { partner, clock, settings }: PartnerContext,
  userId: string,
  page: { readonly take?: number | undefined; readonly continuation?: string | undefined },
): Promise<Result<ReceiptPage>> {
  const ask = { clock, ...settings().service };
  return partnerResult(await askRepeatedly(ask, (options) => partner.client.listReceipts(userId, page, options)));
}

/** A page for the window, which may ask for the pictures of this page and of no other. */
export async function showReceipts(
  context: PartnerContext,
  userId: string,
  page: Parameters<typeof listReceipts>[2],
): Promise<Result<ReceiptPage>> {
  const listed = await listReceipts(context, userId, page);
  const { pictures } = context.partner;
  pictures.clear();
  if (listed.ok)
    for (const { imageResource } of listed.value.items) if (imageResource !== null) pictures.add(imageResource);
  return listed;
}

/** Nothing says that it may be repeated: after silence the app looks among the user's newest receipts. */
export const addReceipt = beforeStop(async (context, userId: string, receiptId: string): Promise<Result<string>> => {
  const answer = await context.partner.client.addReceipt(userId, receiptId);
  if (answer.kind === 'ok') return done(answer.value);
  const unknown =
    'the receipt may have been added, and it is not among the newest of this user: look before you repeat';
  const result = partnerFailure(answer, unknown);
  if (result.ok || result.error.code !== 'outcomeUnknown') return result;
  const seen = await listReceipts(context, userId, {});
  const isThere = seen.ok && seen.value.items.some((item) => item.receiptId?.toLowerCase() === receiptId.toLowerCase());
  return isThere ? done(receiptId) : result;
});

/** The id itself, or the one GUID in an address (2.9 shows no more of it). */
export function scannedReceiptId(scanned: string): Result<string> {
  const whole: unknown = scanned.trim();
  if (isGuid(whole)) return done(whole);
  const found = new Set(
    [...scanned.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi)].map(([id]) => id.toLowerCase()),
  );
  const [only] = found;
  if (only !== undefined && found.size === 1) return done(only);
  const message = `found ${found.size} receipt ids in what was scanned; expected one`;
  return failed('invalid', message, [{ path: '/scanned', code: 'format', message }]);
}

/** A person sees that it moves; a window that is told of every piece does nothing else. */
const tellEveryBytes = 256 * 1_024;

/** Saves the PDF of a receipt as a file, piece by piece; gives its path. Half a file is no file. */
export const saveReceiptPdf = beforeStop(save);

async function save(
  context: PartnerContext & Pick<SavedFiles, 'saveStream'>,
  userId: string,
  receiptId: string,
): Promise<Result<{ readonly path: string }>> {
  const { partner } = context;
  const left = partner.begin('pdf');
  const opened = partnerResult(await partner.client.receiptPdf(userId, receiptId, left));
  if (!opened.ok) {
    if (left.aborted) return stopped;
    partner.leave('pdf');
    return opened;
  }
  const pdf = opened.value;
  const stop = (): void => pdf.stop();
  left.addEventListener('abort', stop, { once: true });
  if (left.aborted) stop();
  const totalBytes = pdf.lengthBytes;
  let receivedBytes = 0;
  let told = -tellEveryBytes;
  const saved = await context.saveStream(`receipt-${receiptId.replaceAll(/[^\w-]/g, '_').slice(0, 64)}.pdf`, (write) =>
    pdf.pipe((piece) => {
      receivedBytes += piece.byteLength;
      if (receivedBytes - told >= tellEveryBytes && !left.aborted) {
        told = receivedBytes;
        partner.show({ pdf: { receivedBytes, totalBytes } });
      }
      return write(piece);
    }),
  );
  if (left.aborted) return stopped;
  partner.leave('pdf');
  return saved.ok && 'failure' in saved.value
    ? partnerFailure(saved.value.failure)
    : (saved as Result<{ path: string }>);
}

const stopped = failed('wrongState', 'it was stopped: nothing was saved');
