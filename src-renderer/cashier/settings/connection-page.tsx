import { Unanswered } from '../asking/unanswered.tsx';
import { useAnswer } from '../asking/use-answer.ts';
import { useCashier } from '../cashier-context.ts';
import { ConnectionForm } from './connection-form.tsx';

/** Asks for the connection each time it is opened: secrets never come with it. */
export function ConnectionPage() {
  const { t } = useCashier();
  const asked = useAnswer('connection.get', null);
  if (asked.value !== null) return <ConnectionForm stored={asked.value} />;
  return asked.hasFailed ? <Unanswered asked={asked} /> : <p className="quiet">{t('starting')}</p>;
}
