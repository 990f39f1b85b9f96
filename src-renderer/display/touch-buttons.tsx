import { BadgeCheck, Printer, ScanQrCode } from 'lucide-react';
import type { CustomerView } from '../../src-main/lib/views.ts';
import type { CustomerText } from '../text/i18n.ts';

interface TouchButtonsProps {
  readonly touch: CustomerView['touch'];
  readonly t: CustomerText;
  readonly onTouch: (what: keyof CustomerView['touch']) => void;
}

/** The customer's own two answers, always in the same place. */
export function TouchButtons({ touch, t, onTouch }: TouchButtonsProps) {
  // Where there is a code it is scanned, elsewhere there is only to agree; both stand in the same place.
  const first = touch.agree ? 'agree' : 'scanned';
  if (!touch[first] && !touch.paper) return null;
  return (
    <div className="touch">
      {touch.paper && (
        <button type="button" className="touch__button" onClick={() => onTouch('paper')}>
          <Printer aria-hidden="true" strokeWidth={1.75} />
          {t('paperPlease')}
        </button>
      )}
      {touch[first] && (
        <button key={first} type="button" className="touch__button touch__button--first" onClick={() => onTouch(first)}>
          {first === 'agree' ? (
            <BadgeCheck aria-hidden="true" strokeWidth={1.75} />
          ) : (
            <ScanQrCode aria-hidden="true" strokeWidth={1.75} />
          )}
          {t(first)}
        </button>
      )}
    </div>
  );
}
