import { parseColor } from 'react-aria-components/ColorField';
import { ColorSwatch } from 'react-aria-components/ColorSwatch';
import { ColorSwatchPicker, ColorSwatchPickerItem } from 'react-aria-components/ColorSwatchPicker';
import { Grid, Stack } from '../../../ui/layout.tsx';
import { useCashier } from '../../cashier-context.ts';
import { TextControl, type TypedProps } from '../setting-controls.tsx';

/** Colours that shops wear, as `#rrggbb`; any other one is typed. */
const offered = ['#26338f', '#0b5d4e', '#14532d', '#7a1f5c', '#8c1616', '#b45309', '#0e7490', '#1c1a17'] as const;

export function ColourControl({ label, value, rule, isLocked, onValue }: TypedProps<string>) {
  const { t } = useCashier();
  return (
    <Stack>
      <b aria-hidden="true">{label}</b>
      {!isLocked && (
        <Grid
          as={ColorSwatchPicker}
          least={3.5}
          gap={0.25}
          aria-label={label}
          value={parseColor(value)}
          onChange={(next) => void onValue(next.toString('hex').toLowerCase())}
        >
          {offered.map((colour) => (
            <ColorSwatchPickerItem key={colour} className="colour__swatch" color={colour}>
              <ColorSwatch />
            </ColorSwatchPickerItem>
          ))}
        </Grid>
      )}
      <TextControl
        label={t('screen.accent.rule')}
        value={value}
        rule={rule}
        isLocked={isLocked}
        onValue={(next) => onValue(next.trim().toLowerCase())}
      />
    </Stack>
  );
}
