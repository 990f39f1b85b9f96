import { CircleCheck, CircleMinus, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { printReasons } from '../../../src-main/shared/print-reasons.ts';
import type { PrintRow } from '../../../src-main/shared/print-view.ts';
import { formatTime, t, wordsOf } from '../../text/cashier-words.ts';
import { Foreign } from '../../text/foreign.tsx';
import { Button, Row, Stack, toneOf } from '../../ui/controls.tsx';
import { Unanswered, useAnswer } from '../query-state.tsx';
import { session, useView } from '../window-state.tsx';

export function PrintList({ atFirst = 20 }: { readonly atFirst?: number }) {
  const view = useView();
  const [isAll, setAll] = useState(false);
  const query = useAnswer('printer.prints', null, String(view.printer.prints));
  const prints = query.value ?? [];
  return (
    <Stack as="section" gap={1} aria-label={t('prints')}>
      <h2>{t('prints')}</h2>
      <p className="quiet">{t('recentPrintsHint')}</p>
      {query.value?.length === 0 && <p>{t('printsNone')}</p>}
      {query.value === null && <Unanswered of={query} />}
      <ul className="lined">
        {prints.slice(0, isAll ? prints.length : atFirst).map((print) => (
          <Print key={print.id} print={print} />
        ))}
      </ul>
      {prints.length > atFirst && !isAll && <Button onPress={() => setAll(true)}>{t('showAll')}</Button>}
    </Stack>
  );
}

function Print({ print: { id, at, text, hasPicture, reason, changedTo, saleId } }: { readonly print: PrintRow }) {
  const isTaken = printReasons[reason];
  const label = t('print', { time: formatTime(at) });
  return (
    <li className="print">
      <section className="print__paper" aria-label={label}>
        {hasPicture && <Picture id={id} />}
        {/* Each line gets its own `Foreign`, because `Foreign` does not keep line breaks. */}
        {!hasPicture &&
          [...text.split('\n').entries()].map(([place, line]) => (
            <div key={place}>
              <Foreign text={line} />
            </div>
          ))}
      </section>
      <Stack gap={0.4}>
        <Row gap={0.5} tone={toneOf(isTaken)} className="print__verdict">
          {isTaken ? <CircleCheck aria-hidden="true" /> : <CircleMinus aria-hidden="true" />}
          <b>{t(isTaken ? 'printTaken' : 'printNotTaken')}</b>
          <span className="quiet">{formatTime(at)}</span>
        </Row>
        <p>{t(wordsOf('printed', reason))}</p>
        {changedTo !== null && (
          <p className="print__changed" data-tone="warn">
            {t('printChanged')} {t(wordsOf('printed', changedTo))}
          </p>
        )}
        {saleId !== null && (
          <Button
            icon={ReceiptText}
            onPress={() => session.setState({ place: 'receipts', receipt: saleId, prints: false, notice: null })}
          >
            {t('printOpenSale')}
          </Button>
        )}
      </Stack>
    </li>
  );
}

function Picture({ id }: { readonly id: number }) {
  const png = useAnswer('printer.picture', { id }).value?.png ?? null;
  return png === null ? null : <img src={`data:image/png;base64,${png}`} alt={t('printPicture')} />;
}
