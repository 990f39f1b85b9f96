/**
 * An addition, and the places where the compiler must require a change. `from` occurs once in its file. `named` has
 * these paths with words of the error.
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
    what: 'a token scope',
    file: 'src-main/shared/till-names.ts',
    from: "'partner']",
    to: "'partner', 'plantedScope']",
    named: [
      ['src-renderer/cashier/settings/paired-tills.tsx', /"plantedScope"/],
      ['src-main/tills/pairing.ts', missing('plantedScope')],
    ],
  },
  {
    what: 'an access level of a route',
    file: 'src-main/api/route.ts',
    from: "'open' | TillScope",
    to: "'open' | 'plantedAccess' | TillScope",
    named: [['src-main/api/admission.ts', /'"?plantedAccess"?' is not assignable|"plantedAccess"/]],
  },
  {
    what: 'a command of a window without its action',
    file: 'src-main/shared/window-commands.ts',
    from: "  'pairing.stop':",
    to: "  'planted.command': cashier(nothing, nothing),\n  'pairing.stop':",
    named: [['src-main/action-table.ts', /'"planted\.command"' is missing/]],
  },
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
    what: 'somebody who asks',
    file: 'src-main/dispatch/dispatch.ts',
    from: 'readonly isFresh: boolean; readonly file: string };',
    to: "readonly isFresh: boolean; readonly file: string } | { readonly kind: 'plantedActor' };",
    named: [['src-main/dispatch/dispatch.ts', lacksCase]],
  },
  {
    what: "a screen of the customer's window",
    file: 'src-main/shared/views.ts',
    from: "{ readonly kind: 'idle' }",
    to: "{ readonly kind: 'idle' } | { readonly kind: 'plantedScreen' }",
    named: [
      ['src-renderer/display/screen.tsx', missing('plantedScreen')],
      ['src-renderer/text/screen-sentences.ts', /plantedScreenTitle/],
      ['src-renderer/cashier/sale/screen-words.ts', /"plantedScreen"/],
    ],
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
    what: 'an outcome of a try',
    file: 'src-main/outbox/job.ts',
    from: "  | { readonly kind: 'registrationExpired' }",
    to: "  | { readonly kind: 'registrationExpired' } | { readonly kind: 'plantedOutcome' }",
    named: [
      ['src-main/outbox/policy.ts', lacksCase],
      ['src-main/outbox/policy.ts', missing('plantedOutcome')],
      ['src-main/delivery/deliver.ts', lacksCase],
    ],
  },
  {
    what: 'an answer of the receipt service',
    file: 'src-main/service/answers.ts',
    from: '  | Ok<T>\n',
    to: "  | Ok<T>\n  | { readonly kind: 'plantedAnswer' }\n",
    named: [
      ['src-main/delivery/deliver.ts', lacksCase],
      ['src-main/sales/customer/loyalty.ts', lacksCase],
      ['src-main/service/service-health.ts', missing('plantedAnswer')],
    ],
  },
  {
    what: 'an event of a sale',
    file: 'src-main/sales/sale/state.ts',
    from: "  | { readonly type: 'printRecorded' }",
    to: "  | { readonly type: 'printRecorded' } | { readonly type: 'plantedEvent' }",
    named: [['src-main/sales/sale/state.ts', missing('plantedEvent')]],
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
    what: 'a setting of a window without a control that fits, and without words',
    file: 'src-main/shared/settings.ts',
    from: 'keepTaken: byManager(yesOrNo',
    to: 'planted: byManager(z.number().default(1)), keepTaken: byManager(yesOrNo',
    named: [
      [
        'src-renderer/cashier/settings/setting-rows.ts',
        /'"inbox\.planted"' is missing[\s\S]*Type '"inbox\.planted"' is not assignable/,
      ],
    ],
  },
  {
    what: 'a notice without words',
    file: 'src-main/shared/notices.json',
    from: '  "databaseDamaged":',
    to: '  "plantedNotice": [], "databaseDamaged":',
    named: [['src-renderer/cashier/status/issues.tsx', /"plantedNotice"/]],
  },
  {
    what: 'an error code',
    file: 'src-main/shared/result.ts',
    from: "  invalid: { problem: 'invalid', file: 'refused' },",
    to: "  plantedError: { problem: 'planted-problem' },\n  invalid: { problem: 'invalid', file: 'refused' },",
    named: [
      ['src-main/shared/result.ts', missing('file')],
      ['src-main/dispatch/problem.ts', /planted-problem/],
      ['src-renderer/cashier/notice-line.tsx', /"plantedError"/],
    ],
  },
  {
    what: 'a language',
    file: 'src-main/shared/languages.ts',
    from: "['de',",
    to: "['plantedLanguage', 'de',",
    named: [
      ['src-renderer/text/i18n.ts', missing('plantedLanguage')],
      ['src-renderer/text/i18n.ts', missing('plantedLanguage')],
      ['src-main/main-strings.ts', missing('plantedLanguage')],
    ],
  },
  {
    what: 'a sentence in one language only',
    file: 'assets/locales/en/cashier.json',
    from: '  "errorStorageFull":',
    to: '  "plantedSentence": "Planted",\n  "errorStorageFull":',
    named: [['src-renderer/text/cashier-text.ts', missing('"plantedSentence"')]],
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
