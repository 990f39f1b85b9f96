/**
 * The taps of each task. docs/screens.md shows this table. The spec of each task counts and compares them
 * (test/contract/task-taps.test.ts: each row has a spec).
 */

interface Task {
  readonly taps: number;
  /** The taps in their order. Typing and scanning do not count. */
  readonly way: string;
}

export const taskTaps = {
  'First start to the first training receipt': {
    taps: 5,
    way: 'the language, the country, Next, Next, Make your first training sale',
  },
  'Sale by hand, 12.34 at 19 %': { taps: 6, way: '1, 2, 3, 4, Show QR, Paid cash' },
  'Paper for a customer': { taps: 1, way: 'Paper given' },
  'Cancel a sale and take it back': { taps: 2, way: 'Cancel sale, Undo' },
  'Another amount before payment': { taps: 4, way: 'the amount, 8, 00, Change amount' },
  'Refund of a part of a receipt': { taps: 6, way: 'Receipts, the receipt, Refund, 5, 00, Refunded in cash' },
  'QR code of the sale before last': { taps: 2, way: 'the sale in the list, Show QR again' },
  'Card scanned while the amount is typed, 12.34': { taps: 6, way: '1, 2, 3, 4, Show QR, Paid cash' },
  'Refused receipt found, understood, corrected, sent': { taps: 3, way: '1 needs attention, Use 1.01, Send corrected' },
  'Three sales offline, the third without a code': {
    taps: 13,
    way: 'three times: two keys, Show QR, Paid cash; the third time Paper given',
  },
  'End of the day, with its table in a folder': { taps: 3, way: 'Day, Save as CSV, Open folder' },
  'Going live, first with a wrong password': { taps: 3, way: 'Test connection, Save, Done' },
  'Pair a till': { taps: 3, way: 'Settings, Tills, Show a code' },
  'Another display, where the chosen one is missing': { taps: 3, way: 'Settings, Customer display, the display' },
  'Another language for this customer': { taps: 1, way: 'the language' },
  'Timing of the QR code, a logo and a text': {
    taps: 5,
    way: 'Settings, Customer display, After payment, Choose a logo, the text',
  },
} as const satisfies Record<string, Task>;
