import { join } from 'node:path';
import { app, Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';
import { mainWords } from '../main-strings.ts';
import type { Language } from '../shared/languages.ts';
import type { Platform } from './placement.ts';

/** macOS colours a template image itself and uses the file beside it (`@2x`) on displays with double resolution. */
const trayPicture = (platform: Platform): string => (platform === 'darwin' ? 'tray-template.png' : 'tray.png');

/** A click shows the cashier window; the menu also quits. `pictures` is the folder of `trayPicture`. */
export const showTray = (pictures: string, platform: Platform, language: Language, open: () => void) => {
  const picture = nativeImage.createFromPath(join(pictures, trayPicture(platform)));
  if (platform === 'darwin') picture.setTemplateImage(true);
  const tray = new Tray(picture);
  tray.setToolTip(app.name);
  const setLanguage = (next: Language): void =>
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: mainWords[next].shell.open, click: open },
        { label: mainWords[next].shell.quit, click: () => app.quit() },
      ]),
    );
  setLanguage(language);
  tray.on('click', open);
  return { setLanguage, remove: (): void => tray.destroy() };
};

/** The menu bar of macOS. Without it copy, paste and Cmd-Q do not work. Menu roles alone would be in English. */
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

/** Shows the menu on macOS only. Without it macOS would show Electron's own menu, with developer tools. */
export const showMenu = (platform: Platform, language: Language): void =>
  Menu.setApplicationMenu(platform === 'darwin' ? Menu.buildFromTemplate(menuTemplate(app.name, language)) : null);
