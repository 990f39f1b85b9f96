import { Info, Printer, QrCode, RefreshCw, TriangleAlert, Wrench } from 'lucide-react';
import { goesUnderItsId } from '../../../src-main/shared/sale-states.ts';
import type { SaleView } from '../../../src-main/shared/views.ts';
import { formatMoney, refusalWords, t, wordsOf } from '../../text/cashier-words.ts';
import { Button, Row, Stack, useSecondsLeft } from '../../ui/controls.tsx';
import { CommandButton, openRefused, useView } from '../window-state.tsx';
import { isPaid } from './plan-dock.ts';

export function SaleNotes({ sale }: { readonly sale: SaleView }) {
  const view = useView();
  const needsPaper = sale.needsPaper || sale.asksForPaper || sale.state === 'attention';
  return (
    <>
      {sale.undo !== null && <UndoLine {...sale.undo} />}
      {needsPaper && sale.can.print && (
        <p className="note note--info">
          <Printer aria-hidden="true" />
          {t('paperFromTill')}
        </p>
      )}
      {view.form === 'full' && isPaid(sale) && sale.can.consent && <p className="quiet">{t('tellCustomer')}</p>}
      {sale.qrReplaced && (
        <p className="note" data-tone="warn">
          <QrCode aria-hidden="true" />
          {t('qrReplaced')}
        </p>
      )}
      {sale.openedTotal !== null && sale.total !== null && (
        <p className="note" data-tone="warn">
          <TriangleAlert aria-hidden="true" />
          {t('openedOtherwise', {
            opened: formatMoney(sale.openedTotal),
            billed: formatMoney(sale.total),
          })}
        </p>
      )}
      {sale.attention !== null && (
        <div className="note" data-tone="bad">
          <TriangleAlert aria-hidden="true" />
          <div>
            <h3>{refusalWords(sale.attention)}</h3>
            <Row className="tools" gap={0.5}>
              {goesUnderItsId(sale.attention) && (
                <CommandButton icon={RefreshCw} command="attention.resend" input={{ saleId: sale.id }}>
                  {t('resend')}
                </CommandButton>
              )}
              <Button icon={Wrench} onPress={() => openRefused(sale.id)}>
                {t('repair')}
              </Button>
            </Row>
          </div>
        </div>
      )}
      {sale.warnings.length > 0 && (
        <div className="note">
          <Info aria-hidden="true" />
          <div>
            <h3>{t('warningsTitle')}</h3>
            <Stack as="ul" gap={0.25}>
              {sale.warnings.map((warning) => (
                <li key={warning}>{t(wordsOf('warning', warning))}</li>
              ))}
            </Stack>
          </div>
        </div>
      )}
    </>
  );
}

function UndoLine({ action, until }: NonNullable<SaleView['undo']>) {
  const seconds = useSecondsLeft(until);
  return (
    <p className="undo">
      <span role="status">{t(action === 'printed' ? 'undoPaper' : 'undoCancel')}</span>{' '}
      {action === 'printed' && `${t('paperFromTill')} `}
      {t('leavesIn', { seconds })}
    </p>
  );
}
