import { TrainingFrame } from '../ui/training-frame.tsx';
import { useCashier } from './cashier-context.ts';
import { DockWindow } from './dock-window.tsx';
import { FullWindow } from './full-window.tsx';

/** The two forms of the one window. */
export function CashierWindow() {
  const { view, t } = useCashier();
  return (
    <>
      {view.form === 'dock' ? <DockWindow /> : <FullWindow />}
      {view.training && <TrainingFrame label={t('training')} />}
    </>
  );
}
