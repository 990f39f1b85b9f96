import type { Language } from '../../kernel/languages.ts';

/** What the day's table says in its head, and for what main knows by a code. No window draws it, so the words live here. */

export type DayColumn =
  | 'createdAt'
  | 'updatedAt'
  | 'reference'
  | 'number'
  | 'amount'
  | 'currency'
  | 'state'
  | 'reconciliation'
  | 'printed'
  | 'cancelled'
  | 'consentAt'
  | 'consentHow'
  | 'consentTakenBackAt'
  | 'issuedAt'
  | 'issuedHow'
  | 'till'
  | 'storeId'
  | 'billId'
  | 'url'
  | 'id';

export interface DayWords {
  readonly columns: Readonly<Record<DayColumn, string>>;
  /** By column and code; what has no word stands as it is. */
  readonly values: Readonly<Partial<Record<DayColumn, Readonly<Record<string, string>>>>>;
}

export const dayWords: Readonly<Record<Language, DayWords>> = {
  de: {
    columns: {
      createdAt: 'Eröffnet',
      updatedAt: 'Zuletzt geändert',
      reference: 'Kennung',
      number: 'Belegnummer',
      amount: 'Betrag',
      currency: 'Währung',
      state: 'Zustand',
      reconciliation: 'Tagesabschluss',
      printed: 'Gedruckt',
      cancelled: 'Storniert',
      consentAt: 'Kunde stimmte zu am',
      consentHow: 'Zustimmung durch',
      consentTakenBackAt: 'Zustimmung zurückgenommen am',
      issuedAt: 'Ausgegeben am',
      issuedHow: 'Ausgegeben als',
      till: 'Kasse',
      storeId: 'Filiale',
      billId: 'Beleg-ID',
      url: 'Adresse des Belegs',
      id: 'Verkaufs-ID',
    },
    values: {
      state: {
        open: 'Offen',
        queued: 'Unterwegs',
        delivered: 'Zugestellt',
        attention: 'Bitte prüfen',
        cancelled: 'Storniert',
      },
      reconciliation: {
        delivered: 'Digital zugestellt',
        both: 'Zugestellt und gedruckt',
        printed: 'Gedruckt, Zustellung unterwegs',
        neither: 'Noch keines von beiden',
        attention: 'Zu prüfen',
        open: 'Nicht bezahlt',
        cancelled: 'Storniert',
      },
      printed: { queued: 'vorgemerkt', done: 'ja' },
      cancelled: { queued: 'vorgemerkt', done: 'ja' },
      consentHow: { cashier: 'Kassierer', touch: 'Kundendisplay', scan: 'Scan des QR-Codes' },
      issuedHow: { code: 'QR-Code', account: 'im Konto des Kunden', paper: 'Papier' },
    },
  },
  en: {
    columns: {
      createdAt: 'Opened',
      updatedAt: 'Last changed',
      reference: 'Reference',
      number: 'Receipt number',
      amount: 'Amount',
      currency: 'Currency',
      state: 'State',
      reconciliation: 'Day end',
      printed: 'Printed',
      cancelled: 'Cancelled',
      consentAt: 'Customer agreed at',
      consentHow: 'Agreed by',
      consentTakenBackAt: 'Agreement taken back at',
      issuedAt: 'Handed over at',
      issuedHow: 'Handed over as',
      till: 'Till',
      storeId: 'Store',
      billId: 'Receipt ID',
      url: 'Address of the receipt',
      id: 'Sale ID',
    },
    values: {
      state: {
        open: 'Open',
        queued: 'On its way',
        delivered: 'Delivered',
        attention: 'Needs attention',
        cancelled: 'Cancelled',
      },
      reconciliation: {
        delivered: 'Delivered digitally',
        both: 'Delivered and printed',
        printed: 'Printed, delivery on its way',
        neither: 'Neither yet',
        attention: 'Needs attention',
        open: 'Not paid',
        cancelled: 'Cancelled',
      },
      printed: { queued: 'noted', done: 'yes' },
      cancelled: { queued: 'noted', done: 'yes' },
      consentHow: { cashier: 'cashier', touch: 'customer display', scan: 'scan of the QR code' },
      issuedHow: { code: 'QR code', account: 'in the customer’s account', paper: 'paper' },
    },
  },
  fr: {
    columns: {
      createdAt: 'Ouverte le',
      updatedAt: 'Dernière modification',
      reference: 'Référence',
      number: 'Numéro de ticket',
      amount: 'Montant',
      currency: 'Monnaie',
      state: 'État',
      reconciliation: 'Clôture du jour',
      printed: 'Imprimé',
      cancelled: 'Annulé',
      consentAt: 'Accord du client le',
      consentHow: 'Accord par',
      consentTakenBackAt: 'Accord retiré le',
      issuedAt: 'Remis le',
      issuedHow: 'Remis sous forme de',
      till: 'Caisse',
      storeId: 'Magasin',
      billId: 'ID du ticket',
      url: 'Adresse du ticket',
      id: 'ID de la vente',
    },
    values: {
      state: { open: 'Ouvert', queued: 'En route', delivered: 'Remis', attention: 'À vérifier', cancelled: 'Annulé' },
      reconciliation: {
        delivered: 'Remis en numérique',
        both: 'Remis et imprimé',
        printed: 'Imprimé, remise en cours',
        neither: 'Ni l’un ni l’autre encore',
        attention: 'À vérifier',
        open: 'Non payé',
        cancelled: 'Annulé',
      },
      printed: { queued: 'noté', done: 'oui' },
      cancelled: { queued: 'noté', done: 'oui' },
      consentHow: { cashier: 'caissier', touch: 'écran client', scan: 'lecture du code QR' },
      issuedHow: { code: 'code QR', account: 'dans le compte du client', paper: 'papier' },
    },
  },
  es: {
    columns: {
      createdAt: 'Abierta',
      updatedAt: 'Último cambio',
      reference: 'Referencia',
      number: 'Número de recibo',
      amount: 'Importe',
      currency: 'Moneda',
      state: 'Estado',
      reconciliation: 'Cierre del día',
      printed: 'Impreso',
      cancelled: 'Anulado',
      consentAt: 'El cliente estuvo de acuerdo',
      consentHow: 'De acuerdo mediante',
      consentTakenBackAt: 'Acuerdo retirado',
      issuedAt: 'Entregado',
      issuedHow: 'Entregado como',
      till: 'Caja',
      storeId: 'Tienda',
      billId: 'ID del recibo',
      url: 'Dirección del recibo',
      id: 'ID de la venta',
    },
    values: {
      state: {
        open: 'Abierto',
        queued: 'En camino',
        delivered: 'Entregado',
        attention: 'Por revisar',
        cancelled: 'Anulado',
      },
      reconciliation: {
        delivered: 'Entregado en digital',
        both: 'Entregado e impreso',
        printed: 'Impreso, entrega en camino',
        neither: 'Todavía ninguno',
        attention: 'Por revisar',
        open: 'Sin pagar',
        cancelled: 'Anulado',
      },
      printed: { queued: 'anotado', done: 'sí' },
      cancelled: { queued: 'anotado', done: 'sí' },
      consentHow: { cashier: 'cajero', touch: 'pantalla del cliente', scan: 'lectura del código QR' },
      issuedHow: { code: 'código QR', account: 'en la cuenta del cliente', paper: 'papel' },
    },
  },
  sv: {
    columns: {
      createdAt: 'Öppnat',
      updatedAt: 'Senast ändrat',
      reference: 'Referens',
      number: 'Kvittonummer',
      amount: 'Belopp',
      currency: 'Valuta',
      state: 'Läge',
      reconciliation: 'Dagsavslut',
      printed: 'Utskrivet',
      cancelled: 'Avbrutet',
      consentAt: 'Kunden sa ja',
      consentHow: 'Sa ja genom',
      consentTakenBackAt: 'Samtycke återtaget',
      issuedAt: 'Överlämnat',
      issuedHow: 'Överlämnat som',
      till: 'Kassa',
      storeId: 'Butik',
      billId: 'Kvitto-id',
      url: 'Kvittots adress',
      id: 'Köp-id',
    },
    values: {
      state: {
        open: 'Öppet',
        queued: 'På väg',
        delivered: 'Levererat',
        attention: 'Att se över',
        cancelled: 'Avbrutet',
      },
      reconciliation: {
        delivered: 'Levererat digitalt',
        both: 'Levererat och utskrivet',
        printed: 'Utskrivet, leverans på väg',
        neither: 'Inget av dem än',
        attention: 'Att se över',
        open: 'Inte betalt',
        cancelled: 'Avbrutet',
      },
      printed: { queued: 'noterat', done: 'ja' },
      cancelled: { queued: 'noterat', done: 'ja' },
      consentHow: { cashier: 'kassör', touch: 'kundskärm', scan: 'skanning av QR-koden' },
      issuedHow: { code: 'QR-kod', account: 'i kundens konto', paper: 'papper' },
    },
  },
  pt: {
    columns: {
      createdAt: 'Aberta',
      updatedAt: 'Última alteração',
      reference: 'Referência',
      number: 'Número do recibo',
      amount: 'Valor',
      currency: 'Moeda',
      state: 'Estado',
      reconciliation: 'Fecho do dia',
      printed: 'Impresso',
      cancelled: 'Anulado',
      consentAt: 'O cliente concordou',
      consentHow: 'Concordou por',
      consentTakenBackAt: 'Acordo retirado',
      issuedAt: 'Entregue em',
      issuedHow: 'Entregue como',
      till: 'Caixa',
      storeId: 'Loja',
      billId: 'ID do recibo',
      url: 'Endereço do recibo',
      id: 'ID da venda',
    },
    values: {
      state: { open: 'Aberto', queued: 'A caminho', delivered: 'Entregue', attention: 'A rever', cancelled: 'Anulado' },
      reconciliation: {
        delivered: 'Entregue em digital',
        both: 'Entregue e impresso',
        printed: 'Impresso, entrega a caminho',
        neither: 'Ainda nenhum',
        attention: 'A rever',
        open: 'Por pagar',
        cancelled: 'Anulado',
      },
      printed: { queued: 'anotado', done: 'sim' },
      cancelled: { queued: 'anotado', done: 'sim' },
      consentHow: { cashier: 'operador de caixa', touch: 'ecrã do cliente', scan: 'leitura do código QR' },
      issuedHow: { code: 'código QR', account: 'na conta do cliente', paper: 'papel' },
    },
  },
};
