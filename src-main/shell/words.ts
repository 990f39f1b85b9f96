import type { Language } from '../kernel/languages.ts';

/** The only words that main shows: menus and boxes are the system's, no window draws them. */
export interface ShellWords {
  readonly open: string;
  readonly quit: string;
  readonly edit: string;
  readonly undo: string;
  readonly redo: string;
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly selectAll: string;
  readonly windowBroken: string;
}

export const shellWords: Readonly<Record<Language, ShellWords>> = {
  de: {
    open: 'Öffnen',
    quit: 'Beenden',
    edit: 'Bearbeiten',
    undo: 'Widerrufen',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einsetzen',
    selectAll: 'Alles auswählen',
    windowBroken:
      'Ein Fenster kann nicht arbeiten: Dateien des Programms fehlen oder sind beschädigt. Bitte installieren Sie es neu.',
  },
  en: {
    open: 'Open',
    quit: 'Quit',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    windowBroken: 'A window cannot work: files of the program are missing or damaged. Please install it again.',
  },
  fr: {
    open: 'Ouvrir',
    quit: 'Quitter',
    edit: 'Édition',
    undo: 'Annuler',
    redo: 'Rétablir',
    cut: 'Couper',
    copy: 'Copier',
    paste: 'Coller',
    selectAll: 'Tout sélectionner',
    windowBroken:
      'Une fenêtre ne peut pas fonctionner : des fichiers du programme manquent ou sont endommagés. Veuillez le réinstaller.',
  },
  es: {
    open: 'Abrir',
    quit: 'Salir',
    edit: 'Edición',
    undo: 'Deshacer',
    redo: 'Rehacer',
    cut: 'Cortar',
    copy: 'Copiar',
    paste: 'Pegar',
    selectAll: 'Seleccionar todo',
    windowBroken: 'Una ventana no puede funcionar: faltan archivos del programa o están dañados. Vuelva a instalarlo.',
  },
  sv: {
    open: 'Öppna',
    quit: 'Avsluta',
    edit: 'Redigera',
    undo: 'Ångra',
    redo: 'Gör om',
    cut: 'Klipp ut',
    copy: 'Kopiera',
    paste: 'Klistra in',
    selectAll: 'Markera allt',
    windowBroken: 'Ett fönster fungerar inte: filer i programmet saknas eller är skadade. Installera det igen.',
  },
  pt: {
    open: 'Abrir',
    quit: 'Sair',
    edit: 'Editar',
    undo: 'Desfazer',
    redo: 'Refazer',
    cut: 'Cortar',
    copy: 'Copiar',
    paste: 'Colar',
    selectAll: 'Selecionar tudo',
    windowBroken: 'Uma janela não funciona: faltam ficheiros do programa ou estão danificados. Instale-o de novo.',
  },
};
