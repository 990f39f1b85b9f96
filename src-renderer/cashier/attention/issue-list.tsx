import type { FieldIssue } from '../../../src-main/lib/result.ts';
import { Foreign } from '../../text/foreign.tsx';
import { useCashier } from '../cashier-context.ts';

/** What main found, by its code (docs/receipt-format.md): its own sentences are for the makers of tills. */
const words = {
  missing: 'issueMissing',
  null: 'issueMissing',
  type: 'issueKind',
  number: 'issueKind',
  length: 'issueLength',
  format: 'issueForm',
  value: 'issueForm',
  decimals: 'issueDecimals',
  'card-number': 'issueCard',
  'sum-lines': 'issueSum',
  'sum-payments': 'issueSum',
  'sum-vat': 'issueSum',
  'vat-rate': 'issueSum',
  json: 'issueJson',
} as const;

const hasWords = (code: string): code is keyof typeof words => Object.hasOwn(words, code);

/** Why a corrected receipt is refused here, place by place. */
export function IssueList({ issues }: { readonly issues: readonly FieldIssue[] }) {
  const { t } = useCashier();
  if (issues.length === 0) return null;
  return (
    <ul className="problems">
      {issues.map(({ path, code }) => (
        <li key={`${path} ${code}`}>
          {path !== '' && (
            <b>
              <Foreign text={path} />
            </b>
          )}{' '}
          {t(hasWords(code) ? words[code] : 'issueOther')}
        </li>
      ))}
    </ul>
  );
}
