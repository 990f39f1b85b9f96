import { MessageCircleWarning, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useCashier, useSession } from './cashier-context.ts';
import { errorWords } from './error-words.ts';

/** What the last tap led to, said politely. The region is always there, so that screen readers hear it change. */
export function NoticeLine() {
  const { t, session } = useCashier();
  const notice = useSession((now) => now.notice);
  return (
    <div className="notice" role="status" aria-live="polite">
      {notice !== null && (
        <div className="notice__line">
          <MessageCircleWarning aria-hidden="true" />
          <p>{notice.kind === 'error' ? t(errorWords[notice.code]) : t('scanNotUsed')}</p>
          <Button
            className="notice__close"
            aria-label={t('dismiss')}
            onPress={() => session.setState({ notice: null })}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
    </div>
  );
}
