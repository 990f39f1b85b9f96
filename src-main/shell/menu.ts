import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Language } from '../lib/languages.ts';
import { mainWords } from '../words.ts';
import type { Platform } from './placement.ts';

/** The menu bar of macOS: without it neither copy and paste nor Cmd-Q work there. Roles alone would be in English. */
const menuTemplate = (name: string, language: Language): MenuItemConstructorOptions[] => {
  const words = mainWords[language].shell;
  return [
    { label: name, submenu: [{ label: words.quit, role: 'quit' }] },
    {
      label: words.edit,
      submenu: [
        { label: words.undo, role: 'undo' },
        { label: words.redo, role: 'redo' },
        { type: 'separator' },
        { label: words.cut, role: 'cut' },
        { label: words.copy, role: 'copy' },
        { label: words.paste, role: 'paste' },
        { label: words.selectAll, role: 'selectAll' },
      ],
    },
  ];
};

/** Elsewhere there is none; on macOS no menu would mean Electron's own, with developer tools in it. */
export const showMenu = (platform: Platform, language: Language): void =>
  Menu.setApplicationMenu(platform === 'darwin' ? Menu.buildFromTemplate(menuTemplate(app.name, language)) : null);
