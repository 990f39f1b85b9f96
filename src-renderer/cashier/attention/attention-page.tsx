import { ChevronLeft, ChevronRight, CircleCheck, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AttentionRowView } from '../../../src-main/shared/record-views.ts';
import { goesUnderItsId } from '../../../src-main/shared/sale-states.ts';
import { formatTime, nameOfSale } from '../../text/cashier-words.ts';
import { Foreign, WhoseSale } from '../../text/foreign.tsx';
import { Bare, Button, Row, Stack } from '../../ui/controls.tsx';
import { useCashier, useSession } from '../cashier-context.tsx';
import { pageByPage, Unanswered, useAnswer, useQueueMoment } from '../query-state.tsx';
import { Drawer } from '../settings/drawer.tsx';
import { LookAfter, useMatters } from '../status/issues.tsx';
import { AttentionSheet, DecideTools } from './attention-sheet.tsx';
import { refusalWords } from './refusal-words.ts';

export function AttentionPage() {
  const { view, t, ask, send, session } = useCashier();
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
  }, [chosen, first, isNarrow, rows.length, session]);

  const following = rows.find(({ id }) => id !== chosen) ?? null;
  const isDone = chosen !== null && isThere && rows.every(({ id }) => id !== chosen);

  const matters = useMatters();
  // Entries that were listed when the page opened stay first, so that new ones move nothing. The narrow panel has no
  // room for this.
  const [opened] = useState(() => (isNarrow ? [] : matters.map(({ title }) => title)));
  const before = matters.filter(({ title }) => opened.includes(title));

  return (
    <div className="attention" data-one={chosen !== null}>
      {before.length > 0 && <LookAfter matters={before} />}
      <Stack className="attention__list">
        {isThere && rows.length === 0 && matters.length === 0 && (
          <Row as="p" className="attention__done" tone="good">
            <CircleCheck aria-hidden="true" />
            {t('attentionNone')}
          </Row>
        )}
        <Stack as="ul" gap={0.5} aria-label={t('attentionList')}>
          {rows.map((row) => (
            <AttentionRow key={row.id} row={row} isChosen={row.id === chosen} />
          ))}
        </Stack>
        {!isThere && <Unanswered asked={list} />}
        {next !== null && <Button onPress={() => void more()}>{t('more')}</Button>}
        {rows.length > 1 && rows.some(goesUnderItsId) && (
          <Button icon={RefreshCw} onPress={() => void send('attention.resendAll', { status: null })}>
            {t('resendAll')}
          </Button>
        )}
        {rows.filter((row) => !goesUnderItsId(row)).length > 1 && (
          <Drawer title={t('attentionMoreAll')}>
            <DecideTools saleId={null} />
          </Drawer>
        )}
      </Stack>
      {chosen !== null && (
        <Stack className="attention__one" gap={1}>
          <Button icon={ChevronLeft} className="attention__back" onPress={() => session.setState({ attention: null })}>
            {t('attentionBack')}
          </Button>
          <AttentionSheet key={chosen} saleId={chosen} />
          {isDone && following !== null && (
            <Button
              className="attention__next"
              onPress={() => session.setState({ attention: following.id, notice: null })}
            >
              {t('nextOne', { sale: nameOfSale(view.language, following) })}
              <ChevronRight aria-hidden="true" />
            </Button>
          )}
        </Stack>
      )}
      <LookAfter matters={matters.filter((matter) => !before.includes(matter))} />
    </div>
  );
}

function AttentionRow({ row, isChosen }: { readonly row: AttentionRowView; readonly isChosen: boolean }) {
  const { t, language, session } = useCashier();
  return (
    <li>
      <Bare
        className="attention__row"
        aria-current={isChosen}
        onPress={() => session.setState({ attention: row.id, notice: null })}
      >
        <span className="recent__amount">
          <Foreign text={nameOfSale(language, row)} />
        </span>
        <span className="quiet">
          <WhoseSale
            sale={row}
            before={formatTime(language, row.createdAt)}
            after={row.printed === null ? null : t('issuedPaper')}
          />
        </span>
        <span className="wrong">{refusalWords(row, t)}</span>
      </Bare>
    </li>
  );
}
