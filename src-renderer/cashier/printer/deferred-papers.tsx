import { Check, type LucideIcon, Printer, Smartphone } from 'lucide-react';
import type { PaperView } from '../../../src-main/shared/print-view.ts';
import { formatMoney, formatTime, t, wordsOf } from '../../text/cashier-words.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import { LeftSeconds, Row } from '../../ui/controls.tsx';
import { CommandButton, useView } from '../window-state.tsx';

type Answer = readonly [answer: 'print' | 'digital' | 'close', words: PlainCashierKey, icon: LucideIcon];
const close: Answer = ['close', 'paperClose', Check];
const answers: Readonly<Record<PaperView['state'], readonly Answer[]>> = {
  asking: [
    ['print', 'paperPrint', Printer],
    ['digital', 'paperOmit', Smartphone],
  ],
  unsure: [
    ['print', 'paperPrintNow', Printer],
    ['close', 'paperCameOut', Check],
  ],
  late: [close],
  lost: [close],
};
/** One paper that needs the cashier, in place of the printer line. Questions come first: their time is limited. */
export function DeferredPapers() {
  const view = useView();
  const { papers } = view.printer;
  const shown = papers.find(({ state }) => state === 'asking') ?? papers[0];
  if (shown === undefined) return null;
  const { id, state, total, at, until } = shown;
  const amount = total === null ? t('paperOfUnknownAmount') : formatMoney(total);
  const words = t(wordsOf('paper', state), { amount, time: formatTime(at) });
  return (
    <Row key={id} as="section" className="printer-line deferred-paper" gap={[0.25, 0.75]} aria-label={words}>
      <p data-tone={state === 'asking' ? undefined : 'warn'}>
        <b>{words}</b> {state === 'asking' && <LeftSeconds until={until} />}
      </p>
      {answers[state].map(([answer, label, icon]) => (
        <CommandButton key={answer} icon={icon} command="printer.paper" input={{ id, answer }}>
          {t(label)}
        </CommandButton>
      ))}
      {state === 'asking' && (
        <CommandButton command="printer.printEverything" input={null}>
          {t('paperPrintEverything')}
        </CommandButton>
      )}
    </Row>
  );
}
