import { CircleCheck, CircleHelp, CircleSlash, Gift, LoaderCircle, type LucideIcon, ScanBarcode } from 'lucide-react';
import type { LoyaltyView } from '../../../src-main/shared/views.ts';
import { formatNumber, t, wordsOf } from '../../text/cashier-words.ts';
import { Foreign } from '../../text/foreign.tsx';
import { Button, Field, Form, Row, Stack } from '../../ui/controls.tsx';
import { Chip } from '../sale/state-chip.tsx';
import { startCard, useCurrentSale } from '../sale/use-sale-actions.ts';
import { CommandButton, session, useBusy, useSession } from '../window-state.tsx';

export function LoyaltyPanel() {
  const hand = useCurrentSale();
  if (hand.kind === 'pad' || (hand.sale.loyalty === null && !hand.sale.can.startLoyalty)) return null;
  const { id, loyalty, can } = hand.sale;
  return (
    <section key={id} className="panel loyalty" aria-label={t('loyalty')}>
      <h2 className="sr-only">{t('loyalty')}</h2>
      {loyalty !== null && <LoyaltyFacts saleId={id} loyalty={loyalty} canCancel={can.cancelLoyalty} />}
      {can.startLoyalty && <LoyaltyStart saleId={id} />}
    </section>
  );
}

function LoyaltyStart({ saleId }: { readonly saleId: string }) {
  const number = useSession((now) => (now.card?.saleId === saleId ? now.card.number : ''));
  const busy = useBusy('loyalty.start');

  return (
    <Form
      className="loyalty__start"
      data-scans
      onSubmit={() => {
        session.setState({ card: { saleId, number, from: 'hand', waiting: null } });
        void startCard(saleId);
      }}
    >
      <Field
        label={
          <>
            <ScanBarcode aria-hidden="true" />
            {t('loyaltyHint')}
          </>
        }
        value={number}
        maxLength={256}
        onChange={(typed) => session.setState({ card: { saleId, number: typed, from: 'hand', waiting: null } })}
      />
      <Button look="accent" type="submit" data-busy={busy} isDisabled={number.trim() === ''}>
        {t('loyaltyStart')}
      </Button>
    </Form>
  );
}

const states = {
  starting: [LoaderCircle, 'queued'],
  active: [CircleCheck, 'delivered'],
  cancelled: [CircleSlash, 'cancelled'],
  ended: [CircleSlash, 'cancelled'],
  unknown: [CircleHelp, 'attention'],
} as const satisfies Record<LoyaltyView['state'], readonly [icon: LucideIcon, colour: string]>;

function LoyaltyFacts({ saleId, loyalty, canCancel }: { saleId: string; loyalty: LoyaltyView; canCancel: boolean }) {
  const [icon, colour] = states[loyalty.state];
  const { points } = loyalty;
  return (
    <Row className="loyalty__facts">
      <Chip icon={icon} words={t(wordsOf('loyalty', loyalty.state))} colour={colour} />
      {loyalty.state === 'active' && (
        <>
          <p className="emphasis">
            {points === null ? t('noPoints') : t('points', { count: points, number: formatNumber(points) })}
          </p>
          <h3>{loyalty.rewards.length === 0 ? t('noRewards') : t('rewards')}</h3>
          <Stack as="ul" className="loyalty__rewards" gap={0.5}>
            {loyalty.rewards.map((reward) => (
              <li key={reward.identifier} className="line">
                <Gift aria-hidden="true" />
                <span>
                  <b>
                    <Foreign text={reward.name} />
                  </b>
                  {reward.description !== null && (
                    <span className="quiet">
                      {' '}
                      <Foreign text={reward.description} />
                    </span>
                  )}
                </span>
              </li>
            ))}
          </Stack>
        </>
      )}
      {canCancel && (
        <CommandButton command="loyalty.cancel" input={{ saleId }}>
          {t('loyaltyCancel')}
        </CommandButton>
      )}
    </Row>
  );
}
