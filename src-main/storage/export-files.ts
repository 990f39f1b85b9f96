import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { done, failed, type Result } from '../shared/result.ts';
import { writeAtomically } from './file-modes.ts';

export interface Desktop {
  readonly openFile: (path: string) => Promise<boolean>;
  readonly showInFolder: (path: string) => void;
  readonly openPage: (address: string) => Promise<boolean>;
}

export const noDesktop = failed('notAllowed', 'This program runs without windows and cannot open files.');

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
