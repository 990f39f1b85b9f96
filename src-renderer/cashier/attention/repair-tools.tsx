import { Check, FileDown, Printer, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AttentionView, BillProblemView, Scalar } from '../../../src-main/shared/record-views.ts';
import type { FieldIssue } from '../../../src-main/shared/result.ts';
import { goesUnderItsId } from '../../../src-main/shared/sale-states.ts';
import { formatExact, sentenceOrNull, t, wordsOf } from '../../text/cashier-words.ts';
import { Foreign } from '../../text/foreign.tsx';
import type { PlainCashierKey } from '../../text/i18n.ts';
import { Button, bringIntoView, Card, Field, Grid, Row, Stack } from '../../ui/controls.tsx';
import type { Repair } from '../session-store.ts';
import { Drawer } from '../settings/drawer.tsx';
import { send, session, useBusy, useSession } from '../window-state.tsx';

const nothing: Repair = {};

/** The typed values for a refused bill. They survive the next sale, and end with the window or a bill of the till. */
function useRepair({ row, version }: AttentionView) {
  const bill = `${row.id} ${version}`;
  const typed = useSession(({ repairs }) => repairs[bill] ?? nothing);
  return {
    typed,
    type: (path: string, value: string) =>
      session.setState(({ repairs }) => ({ repairs: { ...repairs, [bill]: { ...repairs[bill], [path]: value } } })),
    forget: () => session.setState(({ repairs: { [bill]: _left, ...repairs } }) => ({ repairs })),
  };
}

interface RepairToolsProps {
  readonly view: AttentionView;
  /** Called after printing, so that the page asks main again even if the queue has not changed. */
  readonly onChanged: () => void;
  readonly children: ReactNode;
}

export function RepairTools({ view, onChanged, children }: RepairToolsProps) {
  const { row, attention, problems, isBill, canPrint, version } = view;
  const saleId = row.id;
  const { typed, type, forget } = useRepair(view);
  const [issues, setIssues] = useState<readonly FieldIssue[]>([]);
  const resending = useBusy('attention.resend');
  const repairing = useBusy('attention.repair');
  const values = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''));
  const isCorrected = Object.keys(values).length > 0;
  const wrongAt = (path: string): boolean => issues.some((issue) => issue.path === path && issue.code === 'type');
  const otherIssues = issues.filter((issue) => !problems.some(({ path }) => path === issue.path));

  const sendNow = async (): Promise<void> => {
    setIssues([]);
    const answer =
      isCorrected && version !== null
        ? await send('attention.repair', { saleId, version, values })
        : await send('attention.resend', { saleId });
    if (answer.ok) return forget();
    const found = answer.error.fields ?? [];
    setIssues(found);
    // The problems are more precise than the notice line, which would cover them.
    if (found.length > 0) session.setState({ notice: null });
  };

  return (
    <>
      {!isBill && attention?.status != null && <p>{t('markRefused')}</p>}
      {problems.length > 0 && (
        <Stack as="ul">
          {problems.map((problem) => (
            <ProblemLine
              key={problem.path}
              problem={problem}
              typed={typed[problem.path] ?? ''}
              isWrong={wrongAt(problem.path)}
              onType={(value) => type(problem.path, value)}
            />
          ))}
        </Stack>
      )}
      {otherIssues.length > 0 && (
        <div role="alert" ref={bringIntoView}>
          <p>{t('stillWrong')}</p>
          <Stack as="ul" gap={0.25}>
            {otherIssues.map(({ path, code }) => (
              <li key={`${path} ${code}`}>
                {path !== '' && (
                  <b>
                    <Foreign text={path} />
                  </b>
                )}{' '}
                {t(issueWords[code] ?? 'issueOther')}
              </li>
            ))}
          </Stack>
        </div>
      )}
      <Drawer title={t('attentionMore')}>
        {isBill && (
          <Row className="tools" gap={0.5}>
            <Button icon={FileDown} onPress={() => void send('attention.export', { saleId })}>
              {t('export')}
            </Button>
          </Row>
        )}
        {children}
      </Drawer>
      <Grid className="attention__tools" least={7.5} gap={0.5}>
        {(row.state === 'cancelled' || goesUnderItsId(attention)) && (
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
      </Grid>
    </>
  );
}

/** Names the place of a problem: `Line 4, price`. */
function placeText({ places, field, path }: BillProblemView): string {
  const words = places.map(({ kind, number }) => t(wordsOf('place', kind), { number }));
  // A field without a translation keeps its name from the bill.
  const own = sentenceOrNull(`field.${field}`) ?? field;
  if (own !== '') words.push(own);
  return words.join(', ') || path || t('fieldWhole');
}

const valueText = (value: Scalar): string => (typeof value === 'number' ? formatExact(value) : String(value ?? ''));

/** Describes a problem: `Line 4, price: 1.005. Expected 1.01.` */
function problemText(problem: BillProblemView): string {
  const place = placeText(problem);
  const { known, value } = problem.found;
  const isMissing = (problem.canChange || problem.isSigned) && (!known || value === null);
  const foundText =
    known && value !== null
      ? t('problemFound', { place, found: valueText(value) })
      : t(isMissing ? 'problemMissing' : 'problemAt', { place });
  if (problem.expected === null) return foundText;
  return `${foundText} ${t('problemExpected', { expected: valueText(problem.expected) })}`;
}

interface ProblemLineProps {
  readonly problem: BillProblemView;
  readonly typed: string;
  /** Whether a number is required and the typed text is not one. */
  readonly isWrong: boolean;
  readonly onType: (value: string) => void;
}

function ProblemLine({ problem, typed, isWrong, onType }: ProblemLineProps) {
  const expected = problem.expected === null ? null : valueText(problem.expected);
  const isUsed = expected !== null && typed === expected;
  return (
    <Card as="li" className="problem" tone="bad" gap={0.5}>
      <p className="emphasis">{problemText(problem)}</p>
      {problem.verbatim !== null && problem.verbatim !== '' && (
        <p className="quiet">{t('serviceMessage', { words: problem.verbatim })}</p>
      )}
      {problem.isSigned && <p>{t('errorSigned')}</p>}
      {problem.canChange && (
        <Row align="end">
          <Field
            label={t('newValue', { place: placeText(problem) })}
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

/** The sentence for each code of main (docs/receipt-format.md). Main's own messages are for the makers of tills. */
const issueWords: Readonly<Record<string, PlainCashierKey | undefined>> = {
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
  'looks-sent-before': 'warningSentBefore',
};
