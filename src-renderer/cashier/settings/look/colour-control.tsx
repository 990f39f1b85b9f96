import { parseColor } from 'react-aria-components/ColorField';
import { ColorSwatch } from 'react-aria-components/ColorSwatch';
import { ColorSwatchPicker, ColorSwatchPickerItem } from 'react-aria-components/ColorSwatchPicker';
import { useCashier } from '../../cashier-context.ts';
import { TextControl } from '../setting-controls.tsx';

interface ColourProps {
  readonly label: string;
  /** `#rrggbb`. */
  readonly value: string;
  readonly rule: string;
  readonly isLocked: boolean;
  readonly onValue: (value: string) => Promise<boolean>;
}

/** Colours that shops wear; any other one is typed. */
const offered = ['#26338f', '#0b5d4e', '#14532d', '#7a1f5c', '#8c1616', '#b45309', '#0e7490', '#1c1a17'] as const;

export function ColourControl({ label, value, rule, isLocked, onValue }: ColourProps) {
  const { t } = useCashier();
  return (
    <div className="colour">
      <p className="colour__label" aria-hidden="true">
        {label}
      </p>
      {!isLocked && (
        <ColorSwatchPicker
          className="colour__swatches"
          aria-label={label}
          value={parseColor(value)}
          onChange={(next) => void onValue(next.toString('hex').toLowerCase())}
        >
          {offered.map((colour) => (
            <ColorSwatchPickerItem key={colour} className="colour__swatch" color={colour}>
              <ColorSwatch />
            </ColorSwatchPickerItem>
          ))}
        </ColorSwatchPicker>
      )}
      <TextControl
        label={t('screen.accent.rule')}
        value={value}
        rule={rule}
        isLocked={isLocked}
        onValue={(next) => onValue(next.trim().toLowerCase())}
      />
    </div>
  );
}
