import { Info, Printer, QrCode, TriangleAlert } from 'lucide-react';
import type { Finding } from '../../../src-main/lib/sale-states.ts';
import type { SaleView } from '../../../src-main/lib/views.ts';
import { formatMoney } from '../../text/numbers.ts';
import { doubts, refusalWords } from '../attention/refusal-words.ts';
import { useCashier } from '../cashier-context.ts';
import { AttentionTools } from './attention-tools.tsx';
import { isPaid } from './plan-dock.ts';
import { UndoLine } from './undo-line.tsx';

const findingWords = {
  linesSum: 'findingLinesSum',
  paymentsSum: 'findingPaymentsSum',
  vat: 'findingVat',
  currency: 'findingCurrency',
  eInvoice: 'findingEInvoice',
  example: 'findingExample',
  otherLoyalty: 'findingOtherLoyalty',
  idReplaced: 'findingIdReplaced',
  sentBefore: 'findingSentBefore',
  technical: 'findingTechnical',
} as const satisfies Record<Finding, string>;

/** Where paper is what comes next. */
export function PaperHint({ sale }: { readonly sale: SaleView }) {
  const { t } = useCashier();
  if (!sale.can.print || !(sale.needsPaper || sale.asksForPaper || sale.state === 'attention')) return null;
  return (
    <p className="note note--tell">
      <Printer aria-hidden="true" />
      {t('paperFromTill')}
    </p>
  );
}

/** What was done and can be taken back, and what the cashier should know or say now. */
export function SaleSaid({ sale }: { readonly sale: SaleView }) {
  const { view, t } = useCashier();
  return (
    <>
      {sale.undo !== null && <UndoLine undo={sale.undo} />}
      {!isPaid(sale) && <PaperHint sale={sale} />}
      {sale.qrReplaced && (
        <p className="note note--warn">
          <QrCode aria-hidden="true" />
          {t('qrReplaced')}
        </p>
      )}
      {sale.openedTotal !== null && sale.total !== null && (
        <p className="note note--warn">
          <TriangleAlert aria-hidden="true" />
          {t('openedOtherwise', {
            opened: formatMoney(view.language, sale.openedTotal),
            billed: formatMoney(view.language, sale.total),
          })}
        </p>
      )}
      {sale.attention !== null && (
        <div className="note note--bad">
          <TriangleAlert aria-hidden="true" />
          <div>
            <h3>{refusalWords(sale.attention, t)}</h3>
            {sale.attention.code !== null && <p>{t(doubts[sale.attention.code].text)}</p>}
            {sale.attention.status !== null && (
              <p className="note__status">{t('attentionStatus', { status: sale.attention.status })}</p>
            )}
            {sale.attention.traceId !== null && (
              <p className="note__status">{t('attentionTraceId', { id: sale.attention.traceId })}</p>
            )}
            <AttentionTools saleId={sale.id} isInDoubt={sale.attention.code !== null} />
          </div>
        </div>
      )}
      {sale.findings.length > 0 && (
        <div className="note">
          <Info aria-hidden="true" />
          <div>
            <h3>{t('warningsTitle')}</h3>
            <ul className="problems">
              {sale.findings.map((finding) => (
                <li key={finding}>{t(findingWords[finding])}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  );
}
