/**
 * An addition that replaces `from`, which occurs once in `file`, by `to`. `named` lists where the compiler must require
 * a change, with words of each error.
 */
export interface Breach {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly named: readonly (readonly [path: string, words: RegExp])[];
}

/** The messages of `noImplicitReturns` for a switch without one of the cases. */
const lacksCase = /lacks ending return statement|not all code paths/i;
const missing = (name: string): RegExp => new RegExp(`'${name}' (is missing|does not exist)`);

export const breaches: readonly Breach[] = [
  {
    what: 'a command that does not say whether it is behind the PIN',
    file: 'src-main/shared/window-commands.ts',
    from: "  'keychain.retry': cashier(nothing, nothing),",
    to: "  'keychain.retry': { from: ['cashier'], input: nothing, output: nothing },",
    named: [['src-main/shared/window-commands.ts', /'locked' is missing/]],
  },
  {
    what: 'a command behind the PIN for some inputs, without saying which',
    file: 'src-main/shared/window-commands.ts',
    from: "  'program.quit': cashier(",
    to: "  'program.quit': lockedByInput(",
    named: [['src-main/views/status.ts', /is not assignable to type/]],
  },
  {
    what: 'a kind of job',
    file: 'src-main/outbox/job.ts',
    from: "'bill' | 'printed'",
    to: "'bill' | 'plantedJob' | 'printed'",
    named: [
      ['src-main/delivery/deliver.ts', lacksCase],
      ['src-main/delivery/deliver.ts', missing('plantedJob')],
    ],
  },
  {
    what: 'a state of a sale',
    file: 'src-main/shared/sale-states.ts',
    from: "['open',",
    to: "['open', 'plantedState',",
    named: [
      ['src-main/sales/sale/sale.ts', lacksCase],
      ['src-renderer/cashier/sale/state-chip.tsx', missing('plantedState')],
    ],
  },
  {
    what: 'the use of what a flow did not ask for',
    file: 'src-main/sales/sale-actions.ts',
    from: '  context.display.show(saleId, { returns });',
    to: '  void context.vendor; context.display.show(saleId, { returns });',
    named: [['src-main/sales/sale-actions.ts', missing('vendor')]],
  },
  {
    what: 'a sentence in one language only',
    file: 'assets/locales/en/cashier.json',
    from: '  "errorStorageFull":',
    to: '  "plantedSentence": "Planted",\n  "errorStorageFull":',
    named: [['src-renderer/text/cashier-text.ts', missing('"plantedSentence"')]],
  },
  {
    what: 'a notice without words',
    file: 'src-main/shared/notices.json',
    from: '  "databaseDamaged":',
    to: '  "plantedNotice": [], "databaseDamaged":',
    named: [['src-renderer/cashier/status/issues.tsx', /"plantedNotice"/]],
  },
  {
    what: 'a field of a line of the log',
    file: 'src-main/records/retention.ts',
    from: '{ count: removed, keepDays',
    to: '{ plantedField: 1, count: removed, keepDays',
    named: [['src-main/records/retention.ts', /'plantedField' does not exist|is not assignable to type 'never'/]],
  },
  {
    what: 'a field that is spread into a line of the log',
    file: 'src-main/diagnostics/send-metrics.ts',
    from: 'readonly status: number | null; readonly code?: string }',
    to: 'readonly status: number | null; readonly code?: string; readonly plantedField?: number }',
    named: [['src-main/diagnostics/send-metrics.ts', /plantedField/]],
  },
];
