import { RefreshCw } from 'lucide-react';
import { Foreign } from '../../text/foreign.tsx';
import { formatDay, formatTime } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';
import { Unanswered, useAnswer } from '../query-state.tsx';

/** For whoever connects a till: which of its requests were refused, and why. */
export function RefusedRequests() {
  const { t, language } = useCashier();
  const asked = useAnswer('requests.list', null);
  return (
    <Stack as="section" gap={1} justify="start">
      <Row gap={[0.5, 1]}>
        <h2>{t('refusedRequests')}</h2>
        <Button icon={RefreshCw} onPress={asked.again}>
          {t('refusedRequestsAgain')}
        </Button>
      </Row>
      {asked.value === null && <Unanswered asked={asked} />}
      {asked.value?.length === 0 && <p className="quiet">{t('refusedRequestsNone')}</p>}
      <ul className="lined">
        {asked.value?.map(({ at, till, method, route, status, type, pointers, requestId }) => (
          <li key={`${at} ${requestId}`}>
            <h3>
              <Foreign text={`${status} ${type}`} />
            </h3>
            <p className="quiet">
              {formatDay(language, at)} {formatTime(language, at)} ·{' '}
              <Foreign
                text={[till ?? t('refusedRequestsNobody'), `${method} ${route}`, ...pointers, requestId].join(' · ')}
              />
            </p>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
