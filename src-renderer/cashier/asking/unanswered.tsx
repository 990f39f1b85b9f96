import { RefreshCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';
import type { Asked } from './use-answer.ts';

/** In the place of a page that could not be read: the line above says why. Nothing while an answer is on its way. */
export function Unanswered({
  asked: { hasFailed, again },
}: {
  readonly asked: Pick<Asked<unknown>, 'hasFailed' | 'again'>;
}) {
  const { t, session } = useCashier();
  if (!hasFailed) return null;
  const askAgain = (): void => {
    session.setState({ notice: null });
    again();
  };
  return (
    <Row className="settings__end" align="start">
      <Button icon={RefreshCw} onPress={askAgain}>
        {t('tryAgain')}
      </Button>
    </Row>
  );
}
