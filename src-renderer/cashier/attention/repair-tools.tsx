import { Braces, Check, FileDown, Printer, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { AttentionView, BillProblemView } from '../../../src-main/lib/record-views.ts';
import type { FieldIssue } from '../../../src-main/lib/result.ts';
import { goesUnderItsId } from '../../../src-main/lib/sale-states.ts';
import { Foreign } from '../../text/foreign.tsx';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Card, Grid, Row, Stack } from '../../ui/layout.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';
import { placeText, problemText, valueText } from './problem-words.ts';
import { useDraft } from './use-draft.ts';

interface RepairToolsProps {
  readonly view: AttentionView;
  /** Something was done that no other part of the view tells of. */
  readonly onChanged: () => void;
}

/** What can be done about it: correct and send, send as it is, give paper, save it for somebody else. */
export function RepairTools({ view, onChanged }: RepairToolsProps) {
  const { t, send, session } = useCashier();
  const { row, attention, problems, isBill, canPrint } = view;
  const saleId = row.id;
  const { draft, type, setText, forget } = useDraft(saleId, view.draft?.values ?? null);
  const [issues, setIssues] = useState<readonly FieldIssue[]>([]);
  const resending = useBusy('attention.resend');
  const repairing = useBusy('attention.repair');
  const values = Object.fromEntries(Object.entries(draft.values).filter(([, value]) => value.trim() !== ''));
  const isText = draft.billText !== null;
  const isCorrected = isText || Object.keys(values).length > 0;
  const wrongAt = (path: string): boolean => issues.some((issue) => issue.path === path && issue.code === 'type');
  const elsewhere = issues.filter((issue) => !problems.some(({ path }) => path === issue.path));

  const sendNow = async (): Promise<void> => {
    setIssues([]);
    const answer =
      isText || Object.keys(values).length === 0
        ? await send('attention.resend', { saleId, billText: draft.billText })
        : await send('attention.repair', { saleId, values });
    if (answer.ok) return forget();
    const found = answer.error.fields ?? [];
    setIssues(found);
    // They say it better than the line below, which would cover them.
    if (found.length > 0) session.setState({ notice: null });
  };
  const openText = async (): Promise<void> => {
    const answer = await send('attention.bill', { saleId });
    if (answer.ok) setText(answer.value.billText);
  };

  return (
    <>
      {!isBill && attention?.status != null && <p>{t('markRefused')}</p>}
      {isText ? (
        <Field
          className="field repair"
          label={t('receiptText')}
          rows={12}
          value={draft.billText ?? ''}
          onChange={setText}
        />
      ) : (
        problems.length > 0 && (
          <Stack as="ul">
            {problems.map((problem) => (
              <ProblemLine
                key={problem.path}
                problem={problem}
                typed={draft.values[problem.path] ?? ''}
                isWrong={wrongAt(problem.path)}
                onType={(value) => type(problem.path, value)}
              />
            ))}
          </Stack>
        )
      )}
      {elsewhere.length > 0 && (
        <div role="alert" ref={bringIntoView}>
          <p>{t('stillWrong')}</p>
          <IssueList issues={elsewhere} />
        </div>
      )}
      <Grid className="attention__tools" least={7.5} gap={0.5}>
        {goesUnderItsId(attention) && (
          <Button
            icon={RefreshCw}
            look="accent"
            data-next=""
            data-busy={resending || repairing}
            onPress={() => void sendNow()}
          >
            {isCorrected ? t('sendCorrected') : t('resend')}
          </Button>
        )}
        <Button
          icon={Printer}
          isDisabled={!canPrint}
          onPress={() => void send('sale.print', { saleId }).then(onChanged)}
        >
          {canPrint ? t('actionGivePaper') : t('markPrinted')}
        </Button>
        {isBill && (
          <>
            <Button icon={FileDown} onPress={() => void send('attention.export', { saleId })}>
              {t('export')}
            </Button>
            <Button icon={Braces} onPress={() => (isText ? setText(null) : void openText())}>
              {isText ? t('hideText') : t('showText')}
            </Button>
          </>
        )}
      </Grid>
    </>
  );
}

interface ProblemLineProps {
  readonly problem: BillProblemView;
  readonly typed: string;
  /** What is typed is no number, where one belongs. */
  readonly isWrong: boolean;
  readonly onType: (value: string) => void;
}

/** One thing that is wrong: where, what was found, what is expected; one field and, where that is known, one button. */
function ProblemLine({ problem, typed, isWrong, onType }: ProblemLineProps) {
  const { t, language } = useCashier();
  const expected = problem.expected === null ? null : valueText(language, problem.expected);
  const isUsed = expected !== null && typed === expected;
  return (
    <Card as="li" className="problem" tone="bad" gap={0.5}>
      <p className="attention__words">{problemText(problem, language, t)}</p>
      {problem.said !== null && problem.said !== '' && (
        <p className="quiet">{t('serviceSays', { words: problem.said })}</p>
      )}
      {problem.canChange && (
        <Row align="end">
          <Field
            label={t('newValue', { place: placeText(problem, t) })}
            value={typed}
            isInvalid={isWrong}
            error={t('numberNeeded')}
            input={{ inputMode: typeof problem.found.value === 'number' ? 'decimal' : 'text' }}
            onChange={onType}
          />
          {expected !== null && (
            <Button aria-pressed={isUsed} onPress={() => onType(expected)}>
              {isUsed && <Check aria-hidden="true" />}
              {t('use', { expected })}
            </Button>
          )}
        </Row>
      )}
    </Card>
  );
}

/** What main found, by its code (docs/receipt-format.md): its own sentences are for the makers of tills. */
const issueWords = {
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

const hasWords = (code: string): code is keyof typeof issueWords => Object.hasOwn(issueWords, code);

/** Why a corrected receipt is refused here, place by place. */
function IssueList({ issues }: { readonly issues: readonly FieldIssue[] }) {
  const { t } = useCashier();
  if (issues.length === 0) return null;
  return (
    <Stack as="ul" className="problems" gap={0.25}>
      {issues.map(({ path, code }) => (
        <li key={`${path} ${code}`}>
          {path !== '' && (
            <b>
              <Foreign text={path} />
            </b>
          )}{' '}
          {t(hasWords(code) ? issueWords[code] : 'issueOther')}
        </li>
      ))}
    </Stack>
  );
}
