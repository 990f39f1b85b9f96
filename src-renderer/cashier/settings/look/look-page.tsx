import { useState } from 'react';
import { Grid } from '../../../ui/layout.tsx';
import { useCashier } from '../../cashier-context.ts';
import { SettingsGroup } from '../settings-group.tsx';
import { DisplaysControl } from './displays-control.tsx';
import { LookPreview } from './look-preview.tsx';
import { PicturesControl } from './pictures-control.tsx';
import { type Look, LookContext } from './previewed.ts';

/** How the customers' display looks, and beside it what it looks like. */
export function LookPage() {
  const { view } = useCashier();
  const [look, setLook] = useState<Omit<Look, 'change'>>({
    shows: 'idle',
    language: view.settings['screen.language'].value,
    draft: {},
  });
  const change: Look['change'] = (part) => setLook((now) => ({ ...now, ...part }));
  return (
    <LookContext value={{ ...look, change }}>
      <Grid className="look" least={20} gap={[1.5, 2]} align="start">
        <div className="settings__form">
          <DisplaysControl />
          <PicturesControl />
          <SettingsGroup page="screen" />
        </div>
        <div className="settings__form">
          <LookPreview />
          <SettingsGroup page="words" />
        </div>
      </Grid>
    </LookContext>
  );
}
