import { Volume2 } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { Sound } from '../../../src-main/kernel/sounds.ts';
import type { WindowSettingKey } from '../../../src-main/kernel/window-settings.ts';
import { useCashier } from '../cashier-context.ts';
import { useSetting } from '../use-setting.ts';
import { FixedBy } from './fixed-by.tsx';
import { ColourControl } from './look/colour-control.tsx';
import { OwnTextsControl } from './look/own-texts-control.tsx';
import {
  ChoiceControl,
  LinesControl,
  NumberControl,
  SeveralControl,
  SwitchControl,
  TextControl,
} from './setting-controls.tsx';
import { type SettingRow, type SettingsPageName, settingRows, settingsOn } from './setting-rows.ts';

/** The settings of one page. */
export function SettingsGroup({ page }: { readonly page: SettingsPageName }) {
  return settingsOn(page).map((key) => <Setting key={key} name={key} />);
}

export function Setting({ name }: { readonly name: WindowSettingKey }) {
  const { view, t } = useCashier();
  const row: SettingRow = settingRows[name];
  const hint = typeof row.hint === 'function' ? row.hint(view.settings) : row.hint;
  return (
    <div className="setting" data-setting={name}>
      {row.sound === undefined ? (
        <Control name={name} row={row} />
      ) : (
        <div className="setting__heard">
          <Control name={name} row={row} />
          <Listen name={t(row.label)} sound={row.sound} />
        </div>
      )}
      {hint !== undefined && <p className="quiet">{t(hint)}</p>}
      <FixedBy keys={[name]} />
    </div>
  );
}

/** As it will sound, whether it is switched on or not. */
function Listen({ name, sound }: { readonly name: string; readonly sound: Sound }) {
  const { t, play, view } = useCashier();
  return (
    <Button
      className="button"
      aria-label={t('soundListenTo', { name })}
      onPress={() => play(sound, view.settings['sounds.volume'].value)}
    >
      <Volume2 aria-hidden="true" />
      {t('soundListen')}
    </Button>
  );
}

/** The control of each row fits its value: the table does not compile otherwise. */
function Control({ name, row }: { readonly name: WindowSettingKey; readonly row: SettingRow }) {
  const { t } = useCashier();
  const { value, isLocked, set } = useSetting(name);
  const props = {
    label: t(row.label),
    value: value as never,
    isLocked,
    onValue: set as (value: unknown) => Promise<boolean>,
  };
  const rule = t(row.rule ?? 'checkField');
  switch (row.control) {
    case 'switch':
      return <SwitchControl {...props} />;
    case 'colour':
      return <ColourControl {...props} rule={rule} />;
    case 'ownTexts':
      return <OwnTextsControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} options={row.options} />;
    case 'several':
      return <SeveralControl {...props} options={row.options} />;
    case 'number':
      return <NumberControl {...props} rule={rule} least={row.least} most={row.most} />;
    case 'text':
      return <TextControl {...props} rule={rule} />;
    case 'lines':
      return <LinesControl {...props} rule={rule} />;
  }
}
