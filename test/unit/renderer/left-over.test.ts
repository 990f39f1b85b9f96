import { expect, test } from 'vitest';
import { fieldWords } from '../../../scripts/field-words.ts';
import { connectionTroubles } from '../../../src-main/shared/connection.ts';
import { noticeCodes } from '../../../src-main/shared/notice-codes.ts';
import { printReasons } from '../../../src-main/shared/print-reasons.ts';
import { printerStates } from '../../../src-main/shared/print-view.ts';
import { appErrorCodes } from '../../../src-main/shared/result.ts';
import { reconciliationStatuses, type SaleWarning } from '../../../src-main/shared/sale-states.ts';
import { settingRows } from '../../../src-main/shared/settings.ts';
import { tillScopes } from '../../../src-main/shared/till-names.ts';
import { commands } from '../../../src-main/shared/window-commands.ts';
import { previews } from '../../../src-renderer/cashier/settings/look/previewed.ts';
import { wordsOf } from '../../../src-renderer/text/cashier-words.ts';
import { projectFiles } from '../../fakes/project-files.ts';
import { customerScreens } from '../../fakes/sample-screens.ts';
import { tableOf } from '../../fakes/texts.ts';

/** Finds unused sentences, which the compiler cannot report. */

const source = projectFiles('src-renderer/**/*.{ts,tsx}')
  .map(({ text }) => text)
  .join('\n');
const saleWarnings: Record<SaleWarning, 0> = {
  ...{ linesSum: 0, paymentsSum: 0, vat: 0, currency: 0, eInvoice: 0, example: 0, otherLoyalty: 0, idReplaced: 0 },
  ...{ emailOff: 0, sentBefore: 0, technical: 0 },
};
const kinds = Object.values(customerScreens).map(({ kind }) => kind);
/** The families of `wordsOf` with their codes. */
const families: Readonly<Record<string, readonly string[]>> = {
  ...{ error: appErrorCodes, notice: noticeCodes, trouble: connectionTroubles, screen: kinds },
  ...{ day: reconciliationStatuses, preview: previews, warning: Object.keys(saleWarnings) },
  ...{ service: ['online', 'offline', 'signInNeeded', 'unknown'], step: ['address', 'signIn', 'store'] },
  setupRequired: [
    'settingsLost',
    'addressMissing',
    'keychainMissing',
    'policyUntested',
    'policyUnread',
    'restarting',
    'notOpened',
  ],
  ...{ loyalty: ['starting', 'active', 'cancelled', 'ended', 'unknown'], log: ['all', 'warn', 'error'] },
  ...{ agreed: ['cashier', 'touch', 'scan'], issued: ['code', 'account', 'email', 'paper'], scope: tillScopes },
  ...{ credentials: ['none', 'forThese', 'forOthers'], refused: ['400', '403', '404', '409', '413'] },
  ...{ doubt: ['unreadable', 'capsLock', 'layout', 'article'], doubtUse: ['customer', 'card'] },
  attention: ['idInUse', 'mayBeDelivered', 'idInUseTitle', 'mayBeDeliveredTitle'],
  ...{ code: ['account', 'unknown', 'later'], place: ['line', 'payment', 'vat'], pin: ['current', 'new', 'again'] },
  ...{ paper: ['asking', 'unsure', 'late', 'lost'], paperRule: ['print', 'keep'] },
  printed: Object.keys(printReasons),
  printer: printerStates,
  key: ['imported', 'isHere', 'damaged', 'otherInstallation', 'wrongPassphrase'],
};
const ofCodes = new Set<string>([
  ...Object.entries(families).flatMap(([family, codes]) => codes.map((code) => wordsOf(family, code as never))),
  // The place in a message about a refused receipt can be any property of a bill.
  ...Object.keys(fieldWords).map((name) => `field.${name.split('.').at(-1)}`),
  ...kinds.flatMap((kind) => [`${kind}Title`, `${kind}Text`]),
]);
const ofSettings = [...settingRows].flatMap(([key, { locked }]) => (locked === null ? [] : [key]));
/** The texts of a setting: its name, hint, rule and choices. */
const isOfSetting = (name: string): boolean => ofSettings.some((key) => `${name}.`.startsWith(`${key}.`));
const isWritten = (name: string): boolean => source.includes(`'${name}'`) || source.includes(`="${name}"`);
const isUsed = (name: string): boolean => isWritten(name) || ofCodes.has(name) || isOfSetting(name);

test('at least one window sends each command of the table', () => {
  expect(Object.keys(commands).filter((name) => !isUsed(name))).toEqual([]);
});

test.each(['cashier', 'customer'] as const)('every sentence of the %s window is used', (window) => {
  const keys = new Set(Object.keys(tableOf(window, 'en')).map((key) => key.replace(/_(one|many|other)$/, '')));
  expect([...keys].filter((key) => !isUsed(key))).toEqual([]);
});
