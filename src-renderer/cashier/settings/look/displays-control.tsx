import { ScanEye } from 'lucide-react';
import { t } from '../../../text/cashier-words.ts';
import { Foreign } from '../../../text/foreign.tsx';
import { Button, Choice, Stack } from '../../../ui/controls.tsx';
import { send, useIsFixed, useView } from '../../window-state.tsx';
import { FixedBy } from '../setting-field.tsx';

const anyOther = 'any';

export function DisplaysControl() {
  const view = useView();
  const isFixed = useIsFixed();
  const { displays, chosenDisplay } = view;
  if (displays.length === 0) return <p className="quiet">{t('displaysCannot')}</p>;
  const chosen = displays.find(({ isChosen }) => isChosen);
  const isMissing = chosenDisplay !== null && chosen === undefined;
  const choose = (value: string) => void send('display.choose', { id: value === anyOther ? null : Number(value) });
  const numbered = displays.map(({ id, label, width, height, use }, at) => ({
    value: String(id),
    // Customers must not see the cashier window.
    isDisabled: use === 'cashier',
    words: (
      <>
        <b className="displays__number">{at + 1}</b>
        <div>
          {label !== '' && (
            <>
              <Foreign text={label} /> ·{' '}
            </>
          )}
          {`${width} × ${height}`}
          {use !== null && <p className="quiet">{t(use === 'cashier' ? 'displayCashier' : 'displayCustomer')}</p>}
        </div>
      </>
    ),
  }));
  return (
    <Stack as="section" className="setting" gap={0.75} justify="start" aria-label={t('displays')}>
      <Choice
        label={t('displays')}
        value={chosen === undefined ? (chosenDisplay === null ? anyOther : null) : String(chosen.id)}
        isDisabled={isFixed('display.customerDisplayId')}
        options={[...numbered, { value: anyOther, words: t('displayAny') }]}
        onChoose={choose}
      />
      <p role="status">{isMissing && t('displayMissing', { label: chosenDisplay })}</p>
      <FixedBy keys={['display.customerDisplayId']} />
      <Button icon={ScanEye} onPress={() => void send('display.identify', null)}>
        {t('displaysIdentify')}
      </Button>
    </Stack>
  );
}
