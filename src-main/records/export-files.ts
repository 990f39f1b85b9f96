import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SaleRepository } from '../sales/repository.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { addressFault } from '../shared/service-address.ts';
import { writeAtomically } from '../storage/file-modes.ts';

export interface Desktop {
  readonly openFile: (path: string) => Promise<boolean>;
  readonly showInFolder: (path: string) => void;
  readonly openPage: (address: string) => Promise<boolean>;
}

const noDesktop = failed('notAllowed', 'This program runs without windows and cannot open files.');

/** The window names a sale, never an address. An address that is not a web page could start a program. */
export async function openReceiptPage(
  { saleRepository, desktop }: { saleRepository: Pick<SaleRepository, 'find'>; desktop: Desktop | null },
  saleId: string,
): Promise<Result<{ readonly opened: boolean }>> {
  if (desktop === null) return noDesktop;
  const url = saleRepository.find(saleId)?.url ?? null;
  if (url === null) return failed('notFound', 'This receipt has no page.');
  if (addressFault(url) !== null) return failed('notAllowed', 'The address of this receipt is not a web page.');
  return done({ opened: await desktop.openPage(new URL(url).href) });
}

/** Gives the file its name only when it is complete. */
export const exportTo =
  (folder: string) =>
  (name: string, content: string | Uint8Array): Result<{ readonly path: string }> & { readonly ok: true } => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, name);
    writeAtomically(path, content);
    return { ok: true, value: { path } };
  };

export type SavedFiles = ReturnType<typeof savedFiles>;

/** The exports of the connection whose data are in `home`. Those of the program are in the folder above. */
export function savedFiles(home: string, desktop: Desktop | null) {
  const folder = join(home, 'exports');
  const folders = [folder, join(dirname(home), 'exports')];
  const saveExport = exportTo(folder);
  return {
    saveExport,
    async saveAndOpen(name: string, content: Uint8Array): Promise<Result<{ path: string; opened: boolean }>> {
      const { path } = saveExport(name, content).value;
      return done({ path, opened: (await desktop?.openFile(path)) ?? false });
    },
    showSaved(path: string): Result<unknown> {
      if (desktop === null) return noDesktop;
      // A window may name any file, so only exported files are shown.
      return folders.includes(dirname(path)) && existsSync(path)
        ? done(desktop.showInFolder(path))
        : failed('notFound', 'There is no exported file with this name.');
    },
  };
}
