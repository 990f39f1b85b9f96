import { shell } from 'electron';

/**
 * Opens a file with the program that this computer has for it; false: there is none, or it did not start. What the system
 * says about it is kept out of the log: it names the file.
 */
export const openFile = async (path: string): Promise<boolean> => (await shell.openPath(path)) === '';
