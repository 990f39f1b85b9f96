import { ScanEye } from 'lucide-react';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { Foreign } from '../../../text/foreign.tsx';
import { Button, Row, Stack } from '../../../ui/controls.tsx';
import { useCashier } from '../../cashier-context.tsx';
import { FixedBy, useIsFixed } from '../setting-field.tsx';

const anyOther = 'any';

/** Chooses the customer display by the number that each display can show. */
export function DisplaysControl() {
  const { t, view, send } = useCashier();
  const isFixed = useIsFixed();
  const { displays, chosenDisplay } = view;
  if (displays.length === 0) return <p className="quiet">{t('displaysCannot')}</p>;
  const chosen = displays.find(({ isChosen }) => isChosen);
  const isMissing = chosenDisplay !== null && chosen === undefined;
  const choose = (value: string) => void send('display.choose', { id: value === anyOther ? null : Number(value) });
  return (
    <Stack as="section" className="setting" gap={0.75} justify="start" aria-label={t('displays')}>
      <RadioGroup
        className="choice"
        value={chosen === undefined ? (chosenDisplay === null ? anyOther : null) : String(chosen.id)}
        isDisabled={isFixed('display.customerDisplayId')}
        onChange={choose}
      >
        <Label>{t('displays')}</Label>
        <Row className="choice__options" gap={0.5}>
          {displays.map(({ id, label, width, height, use }, at) => (
            <Radio
              key={id}
              className="choice__option displays__one"
              value={String(id)}
              // Customers must not see the cashier window.
              isDisabled={use === 'cashier'}
            >
              <b className="displays__number">{at + 1}</b>
              <span>
                {label !== '' && (
                  <>
                    <Foreign text={label} /> ·{' '}
                  </>
                )}
                {`${width} × ${height}`}
                {use !== null && <small>{t(use === 'cashier' ? 'displayCashier' : 'displayCustomer')}</small>}
              </span>
            </Radio>
          ))}
          <Radio className="choice__option" value={anyOther}>
            {t('displayAny')}
          </Radio>
        </Row>
      </RadioGroup>
      <p role="status">{isMissing && t('displayMissing', { label: chosenDisplay })}</p>
      <FixedBy keys={['display.customerDisplayId']} />
      <Button icon={ScanEye} onPress={() => void send('display.identify', null)}>
        {t('displaysIdentify')}
      </Button>
    </Stack>
  );
}
