import { ChevronLeft, ChevronRight, CircleCheck, FilePlus, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { wordsLength } from '../../../src-main/shared/foreign-text.ts';
import type { AttentionRowView, AttentionView } from '../../../src-main/shared/record-views.ts';
import { goesUnderItsId } from '../../../src-main/shared/sale-states.ts';
import { formatTime, nameOfSale, refusalWords, t, wordsOf } from '../../text/cashier-words.ts';
import { Foreign, WhoseSale } from '../../text/foreign.tsx';
import { Bare, Button, Card, Row, Stack } from '../../ui/controls.tsx';
import { pageByPage, Unanswered, useAnswer, useQueueMoment } from '../query-state.tsx';
import { ReceiptHead } from '../receipts/receipt-detail.tsx';
import { IssueCards, useMatters } from '../status/issues.tsx';
import { ask, CommandButton, openRefused, session, useSession, useView } from '../window-state.tsx';
import { RepairTools } from './repair-tools.tsx';

export function AttentionPage() {
  const view = useView();
  const chosen = useSession((now) => now.attention);
  const list = pageByPage(useAnswer('attention.list', { cursor: null }, useQueueMoment()), (cursor) =>
    ask('attention.list', { cursor }),
  );
  const { rows, next, isThere, more } = list;
  const isNarrow = view.form === 'dock';
  const first = rows[0]?.id ?? null;

  useEffect(() => {
    // The open receipt stays open after it was sent, so that no other receipt appears under the finger.
    if (chosen === null && first !== null && (!isNarrow || rows.length === 1)) session.setState({ attention: first });
  }, [chosen, first, isNarrow, rows.length]);

  const following = rows.find(({ id }) => id !== chosen) ?? null;
  const isDone = chosen !== null && isThere && rows.every(({ id }) => id !== chosen);

  const matters = useMatters();
  // Problems that were there when the page opened are above the receipts and later ones below, so that nothing moves.
  // The narrow panel has no room above the receipts.
  const [opened] = useState(() => (isNarrow ? [] : matters.map(({ title }) => title)));
  const before = matters.filter(({ title }) => opened.includes(title));

  return (
    <div className="attention" data-one={chosen !== null}>
      {before.length > 0 && <IssueCards matters={before} />}
      <Stack className="attention__list">
        {isThere && rows.length === 0 && matters.length === 0 && (
          <Row as="p" className="card" tone="good">
            <CircleCheck aria-hidden="true" />
            {t('attentionNone')}
          </Row>
        )}
        <Stack as="ul" gap={0.5} aria-label={t('attentionList')}>
          {rows.map((row) => (
            <AttentionRow key={row.id} row={row} isChosen={row.id === chosen} />
          ))}
        </Stack>
        {!isThere && <Unanswered of={list} />}
        {next !== null && <Button onPress={() => void more()}>{t('more')}</Button>}
        {rows.length > 1 && rows.some(goesUnderItsId) && (
          <CommandButton icon={RefreshCw} command="attention.resendAll" input={{ status: null }}>
            {t('resendAll')}
          </CommandButton>
        )}
      </Stack>
      {chosen !== null && (
        <Stack className="attention__one" gap={1}>
          <Button icon={ChevronLeft} className="attention__back" onPress={() => session.setState({ attention: null })}>
            {t('attentionBack')}
          </Button>
          <AttentionSheet key={chosen} saleId={chosen} />
          {isDone && following !== null && (
            <Button className="attention__next" onPress={() => openRefused(following.id)}>
              {t('nextOne', { sale: nameOfSale(following) })}
              <ChevronRight aria-hidden="true" />
            </Button>
          )}
        </Stack>
      )}
      <IssueCards matters={matters.filter((matter) => !before.includes(matter))} />
    </div>
  );
}

function AttentionRow({ row, isChosen }: { readonly row: AttentionRowView; readonly isChosen: boolean }) {
  return (
    <li>
      <Bare className="attention__row" aria-current={isChosen} onPress={() => openRefused(row.id)}>
        <span className="recent__amount">
          <Foreign text={nameOfSale(row)} />
        </span>
        <span className="quiet">
          <WhoseSale
            sale={row}
            before={formatTime(row.createdAt)}
            after={row.printed === null ? null : t('issuedPaper')}
          />
        </span>
        <span className="wrong">{refusalWords(row)}</span>
      </Bare>
    </li>
  );
}

function AttentionSheet({ saleId }: { readonly saleId: string }) {
  const query = useAnswer('attention.get', { saleId }, useQueueMoment());
  if (query.value === null) return <Unanswered of={query} />;
  const { row, attention } = query.value;
  return (
    <Card as="section" className="attention__sheet" gap={1} aria-label={t('tabAttention')}>
      <ReceiptHead sale={row} />
      {attention === null ? (
        <Row as="p" className="card emphasis" tone="good" role="status">
          {t(row.state === 'queued' ? 'sentAgain' : 'issueDone')}
        </Row>
      ) : (
        <>
          <h3>{refusalWords(attention)}</h3>
          {attention.code !== null && <p>{t(wordsOf('attention', attention.code))}</p>}
          <RepairTools view={query.value} onChanged={query.again}>
            {row.state !== 'cancelled' && attention.code !== null && (
              <Row className="tools" gap={0.5}>
                <CommandButton icon={CircleCheck} command="attention.decide" input={{ saleId, as: 'delivered' }}>
                  {t('decideDelivered')}
                </CommandButton>
                {!goesUnderItsId(attention) && (
                  <CommandButton icon={FilePlus} command="attention.decide" input={{ saleId, as: 'newId' }}>
                    {t('decideNewId')}
                  </CommandButton>
                )}
              </Row>
            )}
            {attention.status !== null && goesUnderItsId(attention) && <WordsOfService attention={attention} />}
          </RepairTools>
        </>
      )}
    </Card>
  );
}

/** The service's text, unchanged, for the administrator. An empty `lang` marks its language as unknown. */
function WordsOfService({ attention }: { readonly attention: NonNullable<AttentionView['attention']> }) {
  const texts = [attention.title, attention.detail].filter((words) => words !== '');
  return (
    <Stack className="parted" gap={0.25}>
      <h3>{t('wordsOfService')}</h3>
      <p lang="">{texts.length === 0 ? t('noReasonGiven') : <Foreign text={texts.join('. ')} most={wordsLength} />}</p>
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
