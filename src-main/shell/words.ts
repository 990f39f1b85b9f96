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
  /** Above what is said to whoever looks after the computer. */
  readonly keyLost: string;
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
    keyLost:
      'Der Schlüssel für die gespeicherten Belege fehlt im Passwortspeicher dieses Computers. Nichts wurde geändert. Bitte rufen Sie die Person an, die den Computer betreut, und lesen Sie ihr den Text unten vor. Bis dahin geben Sie Belege auf Papier aus.',
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
    keyLost:
      'The key for the stored receipts is missing from this computer’s password store. Nothing was changed. Please call the person who looks after this computer and read them the text below. Until then give out receipts on paper.',
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
    keyLost:
      'La clé des tickets enregistrés manque dans le stockage des mots de passe de cet ordinateur. Rien n’a été modifié. Appelez la personne qui s’occupe de cet ordinateur et lisez-lui le texte ci-dessous. En attendant, remettez les tickets sur papier.',
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
    keyLost:
      'La clave de los recibos guardados falta en el almacén de contraseñas de este equipo. No se ha cambiado nada. Llame a la persona que se ocupa de este equipo y léale el texto de abajo. Hasta entonces, entregue los recibos en papel.',
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
    keyLost:
      'Nyckeln till de sparade kvittona saknas i datorns lösenordslager. Ingenting har ändrats. Ring den som sköter datorn och läs upp texten nedan. Ge kvitton på papper tills dess.',
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
    keyLost:
      'A chave dos recibos guardados falta no cofre de palavras-passe deste computador. Nada foi alterado. Telefone à pessoa que trata deste computador e leia-lhe o texto abaixo. Até lá, entregue os recibos em papel.',
  },
};
