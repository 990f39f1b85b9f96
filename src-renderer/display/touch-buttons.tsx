import { BadgeCheck, Printer } from 'lucide-react';
import type { CustomerView } from '../../src-main/contract/views.ts';
import type { CustomerText } from '../text/customer-text.ts';

interface TouchButtonsProps {
  readonly touch: CustomerView['touch'];
  readonly t: CustomerText;
  readonly onTouch: (what: 'gotIt' | 'paper') => void;
}

/** The customer's own two answers, always in the same place. */
export function TouchButtons({ touch, t, onTouch }: TouchButtonsProps) {
  if (!touch.gotIt && !touch.paper) return null;
  return (
    <div className="touch">
      {touch.paper && (
        <button type="button" className="touch__button" onClick={() => onTouch('paper')}>
          <Printer aria-hidden="true" strokeWidth={1.75} />
          {t('paperPlease')}
        </button>
      )}
      {touch.gotIt && (
        <button type="button" className="touch__button touch__button--first" onClick={() => onTouch('gotIt')}>
          <BadgeCheck aria-hidden="true" strokeWidth={1.75} />
          {t('gotIt')}
        </button>
      )}
    </div>
  );
}
