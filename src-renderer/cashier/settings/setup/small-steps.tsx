import { Monitor, MonitorOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { useCashier } from '../../cashier-context.ts';
import { useSetting } from '../../use-setting.ts';
import { FixedBy } from '../fixed-by.tsx';
import { IdentifyButton } from '../look/identify-button.tsx';
import { PairedTills } from '../paired-tills.tsx';
import { Setting } from '../settings-group.tsx';

/** Kept this long after the last letter: a kill takes no more than that. */
const restMs = 250;

export function ShopStep() {
  const { t } = useCashier();
  return (
    <div className="settings__form">
      <p className="quiet">{t('setupShopText')}</p>
      <Setting name="cashier.language" />
      <Setting name="screen.language" />
      <ShopName />
      <FixedBy keys={['screen.shopName']} />
    </div>
  );
}

/** Kept while it is typed: here nobody thinks of leaving the field first. */
function ShopName() {
  const { t } = useCashier();
  const { value, isLocked, set } = useSetting('screen.shopName');
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef(0);
  const keep = (name: string): void => {
    setTyped(name);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void set(name), restMs);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <TextField
      className="field"
      value={typed ?? value}
      isDisabled={isLocked}
      maxLength={100}
      onChange={keep}
      onBlur={() => {
        if (typed !== null) void set(typed);
      }}
    >
      <Label>{t('screen.shopName')}</Label>
      <Input autoComplete="off" spellCheck="false" />
    </TextField>
  );
}

export function DisplayStep() {
  const { view, t } = useCashier();
  const isOn = view.status.display.connected;
  return (
    <div className="settings__form">
      <div className="result" data-ok={isOn} role="status">
        <h2>
          {isOn ? <Monitor aria-hidden="true" /> : <MonitorOff aria-hidden="true" />}{' '}
          {t(isOn ? 'displayOn' : 'displayOff')}
        </h2>
        <p>{t(isOn ? 'setupDisplayOn' : 'setupDisplayOff')}</p>
      </div>
      {/* Where windows cannot be placed there is no display to look for. */}
      {view.displays.length > 0 && <IdentifyButton />}
    </div>
  );
}

export function TillStep() {
  const { t } = useCashier();
  return (
    <div className="settings__form">
      <p className="quiet">{t('setupTillText')}</p>
      <PairedTills />
    </div>
  );
}
