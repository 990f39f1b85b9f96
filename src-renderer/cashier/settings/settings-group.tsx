import type { WindowSettingKey } from '../../../src-main/shared/settings.ts';
import { sentenceOrNull, t } from '../../text/cashier-words.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import { useSetting, useView } from '../window-state.tsx';
import { OwnTextsControl } from './look/own-texts-control.tsx';
import {
  ChoiceControl,
  ColourControl,
  LinesControl,
  NumberControl,
  SeveralControl,
  SwitchControl,
  TextControl,
} from './setting-controls.tsx';
import { FixedBy } from './setting-field.tsx';
import { keysOn, type SettingsPageName, settingRowOf } from './setting-rows.ts';
import { OverriddenBy } from './test-result.tsx';

export function SettingsGroup({ page }: { readonly page: SettingsPageName }) {
  const view = useView();
  return keysOn(page, view.settings).map((key) => <Setting key={key} name={key} />);
}

export function Setting({ name }: { readonly name: WindowSettingKey }) {
  const view = useView();
  const hint = sentenceOrNull(`${name}.hint`);
  return (
    <div className="setting">
      <Control name={name} />
      {hint !== null && <p className="quiet">{hint}</p>}
      <FixedBy keys={[name]} />
      <OverriddenBy options={view.settings[name].overriddenBy ?? []} />
    </div>
  );
}

/** The type of the rows guarantees that the control fits its value. */
function Control({ name }: { readonly name: WindowSettingKey }) {
  const { value, isLocked, set } = useSetting(name);
  const { control, options, says, least, most } = settingRowOf(name);
  // A setting without a text under its key does not compile.
  const label: PlainCashierKey = name;
  const props = {
    label: t(label),
    value: value as never,
    isLocked,
    onValue: set as (value: unknown) => Promise<boolean>,
    rule: sentenceOrNull(`${name}.rule`) ?? t('checkField'),
  };
  if (options !== undefined) {
    const words = (option: unknown) =>
      says === undefined || option === null ? sentenceOrNull(`${name}.${option}`) : says(option as never);
    if (Array.isArray(value)) return <SeveralControl {...props} options={options} says={words} />;
    return <ChoiceControl {...props} options={options} says={words} />;
  }
  if (control === 'colour') return <ColourControl {...props} />;
  if (control === 'ownTexts') return <OwnTextsControl {...props} />;
  if (control === 'lines') return <LinesControl {...props} />;
  if (least !== undefined && most !== undefined) return <NumberControl {...props} least={least} most={most} />;
  return typeof value === 'boolean' ? <SwitchControl {...props} /> : <TextControl {...props} />;
}
