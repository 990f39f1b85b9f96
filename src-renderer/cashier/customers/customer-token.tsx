import { Smartphone } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { formatTime } from '../../text/cashier-words.ts';
import { Button, Stack, TimeLeft } from '../../ui/controls.tsx';
import { QrCode, symbolOf } from '../../ui/qr-code.tsx';
import { CommandButton, useCashier } from '../cashier-context.tsx';

export type UserToken = CommandOutput<'partner.token'>;

/** Requests the access. While the service creates the user, main repeats the request and the cashier can cancel. */
export function AskForToken({ userId, onToken }: { userId: string; onToken: (token: UserToken) => void }) {
  const { view, t, language, send } = useCashier();
  const { wait } = view.partner;
  const isWaiting = useRef(false);
  isWaiting.current = wait !== null;
  useEffect(
    () => () => {
      if (isWaiting.current) void send('partner.leaveToken', null);
    },
    [send],
  );

  return (
    <Stack as="section" className="customers__part" gap={0.875}>
      {wait === null ? (
        <CommandButton
          icon={Smartphone}
          look="accent"
          command="partner.token"
          input={{ userId, applicationClientId: null }}
          onDone={onToken}
        >
          {t('customerToken')}
        </CommandButton>
      ) : (
        <Button onPress={() => void send('partner.leaveToken', null)}>{t('customerWaitLeave')}</Button>
      )}
      <div role="status">
        {wait !== null && (
          <p>
            {t('customerWait', { next: formatTime(language, wait.nextTryAt), until: formatTime(language, wait.until) })}
          </p>
        )}
      </div>
      {wait !== null && <TimeLeft until={wait.until} />}
    </Stack>
  );
}

/**
 * A secret for the customer's phone. It is shown until it is hidden, and never stored. It contains the service's
 * complete answer, because only the customer's app interprets it.
 */
export function TokenCode({ token, onHide }: { token: UserToken; onHide: () => void }) {
  const { t } = useCashier();
  const text = useMemo(() => JSON.stringify(token), [token]);
  const fits = useMemo(() => symbolOf(text) !== null, [text]);
  return (
    <Stack as="section" className="customers__token" gap={1.25} justify="center" aria-label={t('customerToken')}>
      {fits ? <p>{t('customerTokenHint')}</p> : <p role="alert">{t('customerTokenTooLong')}</p>}
      {/* Above the code, so that it is visible on low displays. */}
      <Button autoFocus onPress={onHide}>
        {t('customerTokenHide')}
      </Button>
      {fits && <QrCode url={text} label={t('customerTokenLabel')} share={0.6} />}
    </Stack>
  );
}
