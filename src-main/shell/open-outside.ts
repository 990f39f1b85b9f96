import { shell } from 'electron';

/**
 * What is opened outside of the program. Whoever calls has decided that it may be: a file that was saved in this run, the
 * page of a receipt. What the system says about it is kept out of the log: it names the file or the receipt.
 */
export const openOutside = {
  openFile: async (path: string): Promise<boolean> => (await shell.openPath(path)) === '',
  showInFolder: (path: string): void => shell.showItemInFolder(path),
  openPage: (address: string): Promise<boolean> =>
    shell.openExternal(address).then(
      () => true,
      () => false,
    ),
} as const;
