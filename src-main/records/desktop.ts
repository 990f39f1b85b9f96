import { done, failed, type Result } from '../lib/result.ts';
import type { SaleRepository } from '../sales/repository.ts';

/** What the computer around the program can do for the person before it. */
export interface Desktop {
  /** Opens a file with the program that this computer has for it; false: there is none, or it did not start. */
  readonly openFile: (path: string) => Promise<boolean>;
  /** Shows a file in its folder. */
  readonly showInFolder: (path: string) => void;
  /** Opens an address in the browser of this computer; false: there is none, or it did not start. */
  readonly openPage: (address: string) => Promise<boolean>;
}

export const noDesktop = failed('notAllowed', 'this program has no windows: it opens nothing');

/**
 * Opens the page of a receipt. The window names a sale, never an address; the address is the one that the service gave, and
 * only a web page is one: whatever else an address could start stays shut. `http` is for this computer, as in training.
 */
export async function openReceiptPage(
  { book, desktop }: { readonly book: Pick<SaleRepository, 'find'>; readonly desktop: Desktop | null },
  saleId: string,
): Promise<Result<{ readonly opened: boolean }>> {
  if (desktop === null) return noDesktop;
  const url = book.find(saleId)?.url ?? null;
  if (url === null) return failed('notFound', 'this receipt has no page');
  if (!mayBeOpened(url)) return failed('notAllowed', 'the address of this receipt is no web page');
  return done({ opened: await desktop.openPage(new URL(url).href) });
}

export function mayBeOpened(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname));
}
