import { FileDown, PackageCheck } from 'lucide-react';
import { useState } from 'react';
import type { CommandOutput } from '../../../../src-main/shared/window-commands.ts';
import { Button, Row, Stack } from '../../../ui/controls.tsx';
import { CommandButton, useCashier } from '../../cashier-context.tsx';

type Contents = CommandOutput<'support.contents'>;

const meanings = {
  'about.json': 'supportAbout',
  'health.json': 'supportHealth',
  'settings.json': 'supportSettings',
  'log.jsonl': 'supportLog',
} as const satisfies Record<Contents[number]['name'], string>;

/** Shows the content before the file is written. */
export function SupportFile() {
  const { t, ask } = useCashier();
  const [contents, setContents] = useState<Contents | null>(null);

  const look = async (): Promise<void> => {
    const answer = await ask('support.contents', null);
    if (answer.ok) setContents(answer.value);
  };

  return (
    <section className="settings__form" aria-label={t('supportTitle')}>
      <h2>{t('supportTitle')}</h2>
      <p className="quiet">{t('supportText')}</p>
      {contents !== null && (
        <Stack as="ul" gap={0.25} aria-label={t('supportTitle')}>
          {contents.map(({ name, bytes }) => (
            <li key={name} className="health__row">
              <PackageCheck aria-hidden="true" />
              <b translate="no">{name}</b>
              <span>
                {t(meanings[name])} {t('supportSize', { kilobytes: Math.max(1, Math.round(bytes / 1_000)) })}
              </span>
            </li>
          ))}
        </Stack>
      )}
      <Row className="settings__end" align="start">
        {contents === null ? (
          <Button icon={PackageCheck} onPress={() => void look()}>
            {t('supportLook')}
          </Button>
        ) : (
          <CommandButton
            icon={FileDown}
            look="accent"
            command="support.write"
            input={null}
            onDone={() => setContents(null)}
          >
            {t('supportWrite')}
          </CommandButton>
        )}
      </Row>
    </section>
  );
}
