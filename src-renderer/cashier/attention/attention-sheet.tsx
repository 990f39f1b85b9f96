import { CircleCheck, FilePlus } from 'lucide-react';
import { wordsLength } from '../../../src-main/shared/foreign-text.ts';
import type { AttentionView } from '../../../src-main/shared/record-views.ts';
import { goesUnderItsId } from '../../../src-main/shared/sale-states.ts';
import { formatDay, formatMoney, formatTime, wordsOf } from '../../text/cashier-words.ts';
import { Foreign, WhoseSale } from '../../text/foreign.tsx';
import { Button, Card, Row, Stack } from '../../ui/controls.tsx';
import { useBusy, useCashier } from '../cashier-context.tsx';
import { Unanswered, useAnswer, useQueueMoment } from '../query-state.tsx';
import { numberWords } from '../receipts/receipt-detail.tsx';
import { StateChip } from '../sale/state-chip.tsx';
import { refusalWords } from './refusal-words.ts';
import { RepairTools } from './repair-tools.tsx';

/** One refused receipt with its problems and the possible actions. It stays open after it was sent again. */
export function AttentionSheet({ saleId }: { readonly saleId: string }) {
  const asked = useAnswer('attention.get', { saleId }, useQueueMoment());
  return asked.value === null ? <Unanswered asked={asked} /> : <Sheet view={asked.value} onChanged={asked.again} />;
}

function Sheet({ view, onChanged }: { readonly view: AttentionView; readonly onChanged: () => void }) {
  const { t, language } = useCashier();
  const { row, attention } = view;
  return (
    <Card as="section" className="attention__sheet" gap={1} aria-label={t('tabAttention')}>
      <Row as="header" className="attention__head" gap={[0.25, 1]} justify="space-between">
        <h2 className="figure">{row.total === null ? t('noAmount') : formatMoney(language, row.total)}</h2>
        <StateChip state={row.state} />
        <p className="quiet">
          <WhoseSale
            sale={row}
            number={numberWords(row, t)}
            after={`${formatDay(language, row.createdAt)}, ${formatTime(language, row.createdAt)}`}
          />
        </p>
      </Row>
      {attention === null ? (
        <Row as="p" className="attention__done attention__words" tone="good" role="status">
          {t(row.state === 'queued' ? 'sentAgain' : 'settledNow')}
        </Row>
      ) : (
        <>
          <h3>{refusalWords(attention, t)}</h3>
          {attention.code !== null && <p>{t(wordsOf('attention', attention.code))}</p>}
          <RepairTools key={row.id} view={view} onChanged={onChanged}>
            {attention.code !== null && (
              <Row className="tools" gap={0.5}>
                <DecideTools saleId={row.id} isAnew={!goesUnderItsId(attention)} />
              </Row>
            )}
            {attention.status !== null && goesUnderItsId(attention) && <WordsOfService attention={attention} />}
          </RepairTools>
        </>
      )}
    </Card>
  );
}

/** The service's text, unchanged and marked with its language, for the administrator. */
function WordsOfService({ attention }: { readonly attention: NonNullable<AttentionView['attention']> }) {
  const { t } = useCashier();
  const texts = [attention.title, attention.detail].filter((words) => words !== '');
  return (
    <Stack className="attention__said" gap={0.25}>
      <h3>{t('wordsOfService')}</h3>
      <p lang="">{texts.length === 0 ? t('nothingSaid') : <Foreign text={texts.join('. ')} most={wordsLength} />}</p>
      {attention.extensions !== '' && (
        <p className="quiet" lang="">
          <Foreign text={attention.extensions} most={wordsLength} />
        </p>
      )}
      <p className="quiet">
        {attention.status !== null && t('attentionStatus', { status: attention.status })}
        {attention.traceId !== null && ` · ${t('attentionTraceId', { id: attention.traceId })}`}
      </p>
    </Stack>
  );
}

/** The decision about a receipt that the service may have; `saleId` null decides about all of them. */
export function DecideTools({ saleId, isAnew = true }: { readonly saleId: string | null; readonly isAnew?: boolean }) {
  const { t, send } = useCashier();
  const deciding = useBusy(saleId === null ? 'attention.decideAll' : 'attention.decide');
  const decide = (as: 'there' | 'anew'): void =>
    void (saleId === null ? send('attention.decideAll', { as }) : send('attention.decide', { saleId, as }));
  return (
    <>
      <Button icon={CircleCheck} data-busy={deciding} onPress={() => decide('there')}>
        {t(saleId === null ? 'decideAllThere' : 'decideThere')}
      </Button>
      {isAnew && (
        <Button icon={FilePlus} data-busy={deciding} onPress={() => decide('anew')}>
          {t(saleId === null ? 'decideAllAnew' : 'decideAnew')}
        </Button>
      )}
    </>
  );
}
