import { z } from 'zod';
import type { ActionName, Dispatch } from '../action-table.ts';
import type { Actor } from '../dispatch/dispatch.ts';
import { type Problem, problem, problemBody, problemOf } from '../dispatch/problem.ts';
import { readInput, readJson } from '../dispatch/read-input.ts';
import { appErrors, done, failed, type Result } from '../shared/result.ts';
import type { SaleResource } from '../shared/till-view.ts';
import type { FileClaims } from '../storage/file-claims.ts';
import type { InboxPort } from './file-handler.ts';

/** The commands that a file can name in `do`. A till sends the same ones over HTTP. */
const fileCommands = {
  open: 'till.openSale',
  basket: 'till.setBasket',
  change: 'till.changeSale',
  bill: 'till.putBill',
  printed: 'till.markPrinted',
  cancel: 'till.cancelSale',
  loyalty: 'till.startLoyalty',
} as const satisfies Record<string, ActionName>;

/** A file without `do` is a whole receipt. The command that gets the file checks the other members. */
const fileSchema = z.looseObject({
  do: z
    .enum(Object.keys(fileCommands) as [keyof typeof fileCommands], `one of ${Object.keys(fileCommands).join(', ')}`)
    .optional(),
  qr: z.boolean('true or false').optional(),
});
/** Reads and checks a file of the watched folder as the POS API does with the body of the same request. */
export function folderPort(
  dispatch: Dispatch,
  { claim, taken: markTaken }: Pick<FileClaims, 'claim' | 'taken'>,
): InboxPort['accept'] {
  return async (content, { name, ...origin }) => {
    const refused = (why: Problem) => ({ kind: 'refused', problem: problemBody(why, name) }) as const;
    const json = readJson(content);
    if (!json.ok) return refused(json.problem);
    if (Array.isArray(json.value))
      return refused(problem('invalid', 'Found a list. Expected one receipt in each file.'));
    const read = readInput(fileSchema, json.value);
    if (!read.ok) return refused(problemOf(read.error));
    if (!claim(origin.file)) return { kind: 'others' };
    const by = { kind: 'folder', ...origin } as const;
    const { qr, ...request } = read.value.value;
    const taken = await doAsFile(dispatch, by, request);
    if (taken.ok) {
      markTaken(origin.file);
      return { kind: 'taken', sale: qr === true ? { ...taken.value, qr } : taken.value };
    }
    const fate = appErrors[taken.error.code].file;
    return fate === 'refused' ? refused(problemOf(taken.error)) : { kind: fate, reason: taken.error.code };
  };
}

function noSuchSale(hasId: boolean, reference: unknown): Result<never> {
  if (hasId)
    return failed('notFound', 'Found no sale with this id that a file may change. Expected the `id` of a result file.');
  return reference == null
    ? failed('invalid', 'Found neither `reference` nor `id`. Expected one of them.')
    : failed(
        'notFound',
        'No file opened a sale with this reference on the day of this file. Name a sale of another day by its `id`.',
      );
}

async function doAsFile(
  dispatch: Dispatch,
  by: Actor & { readonly kind: 'folder' },
  { do: command, ...request }: z.infer<typeof fileSchema>,
): Promise<Result<SaleResource>> {
  if (command === undefined) return dispatch(by, 'till.acceptReceipt', request);
  // A file without `id` means the sale under its reference on the day when the file was written.
  const { id, ...rest } = request;
  const { reference, ...sent } = rest;
  const found = await dispatch(by, 'till.findSaleOfFile', { id, reference });
  if (!found.ok) return found;
  const { isTaken, sale } = found.value;
  const hasId = id != null;
  if (command === 'loyalty' && sale !== null) return startAsFile(dispatch, by, { isTaken, sale, sent });
  if (isTaken && sale !== null) return done(sale);
  // The reference leads to no sale, or only to a cancelled one, so the bill needs a new sale.
  const needsSale = sale === null || (!hasId && sale.state === 'cancelled');
  if (command === 'bill' && needsSale) return dispatch(by, 'till.acceptReceipt', rest);
  const note = (saleId: string) => dispatch(by, 'till.noteFile', { saleId });
  if (command === 'open') {
    // After a cancel this is another sale than the found one, whose code is invalid.
    const opened = await dispatch(by, fileCommands.open, rest);
    return opened.ok ? note(opened.value.sale.id) : opened;
  }
  if (sale === null) return noSuchSale(hasId, reference);
  const answer = await dispatch(by, fileCommands[command], { saleId: sale.id, sent });
  return answer.ok ? note(sale.id) : answer;
}

/** Starting loyalty is not idempotent (receipt-service.md 4.5). The file is noted first: no crash repeats the start. */
async function startAsFile(
  dispatch: Dispatch,
  by: Actor & { readonly kind: 'folder' },
  { isTaken, sale, sent }: { readonly isTaken: boolean; readonly sale: SaleResource; readonly sent: unknown },
): Promise<Result<SaleResource>> {
  if (isTaken && sale.loyalty !== null) return done(sale);
  const noteFile = () => dispatch(by, 'till.noteFile', { saleId: sale.id });
  const noted = await noteFile();
  if (!noted.ok) return noted;
  const started = await dispatch(by, fileCommands.loyalty, { saleId: sale.id, sent });
  return started.ok ? noteFile() : started;
}
