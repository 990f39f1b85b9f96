import { app, Menu, nativeImage, Tray } from 'electron';
import type { Language } from '../kernel/languages.ts';

/** The only words that main shows: the tray's menu is the system's, no window draws it. */
const words: Readonly<Record<Language, { readonly open: string; readonly quit: string }>> = {
  de: { open: 'Öffnen', quit: 'Beenden' },
  en: { open: 'Open', quit: 'Quit' },
  fr: { open: 'Ouvrir', quit: 'Quitter' },
  es: { open: 'Abrir', quit: 'Salir' },
  sv: { open: 'Öppna', quit: 'Avsluta' },
  pt: { open: 'Abrir', quit: 'Sair' },
};

/** A click brings the cashier window back; the menu also quits. `icon` is the path of a PNG. */
export const showTray = (icon: string, language: Language, open: () => void): (() => void) => {
  const tray = new Tray(nativeImage.createFromPath(icon));
  tray.setToolTip(app.name);
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: words[language].open, click: open },
      { label: words[language].quit, click: () => app.quit() },
    ]),
  );
  tray.on('click', open);
  return () => tray.destroy();
};
