import { Printer } from 'lucide-react';
import { useState } from 'react';
import { countries } from '../../../src-main/shared/country.ts';
import { countryName, t, wordsOf } from '../../text/cashier-words.ts';
import { Card, Row, Stack, toneOf } from '../../ui/controls.tsx';
import { PrintList } from '../printer/print-list.tsx';
import { CommandButton, useSetting, useView } from '../window-state.tsx';
import { Drawer } from './drawer.tsx';
import { SettingsGroup } from './settings-group.tsx';

/** The characters in a line of narrow paper. */
const columns = 40;
const lineOf = new RegExp(`\\S{${columns}}|.{1,${columns}}(?=\\s|$)`, 'g');
const wrapped = (text: string): readonly string[] => text.match(lineOf)?.map((line) => line.trim()) ?? [];

export function PrinterPage() {
  const view = useView();
  const { state, address, codeOnly } = view.printer;
  return (
    <div className="settings__form">
      <Card
        role="status"
        gap={0.4}
        tone={state === 'off' ? undefined : toneOf(state === 'ready' || state === 'opening')}
      >
        <b>{t(wordsOf('printer', state))}</b>
        {state === 'off' && <p>{t('printerHow')}</p>}
        {address !== null && <p>{t('printerAddress', { address })}</p>}
      </Card>
      <div className="settings__columns">
        <SettingsGroup page="printer" />
      </div>
      <PrintedLines
        words={t('printerTest')}
        lines={[t('printerTestLine'), t('printerAddress', { address: address ?? '-' })]}
      />
      <Drawer title={t('settingsMore')}>
        <div className="settings__columns">
          <SettingsGroup page="printer.more" />
        </div>
        <Stack justify="start">
          <p>{t(codeOnly ? 'printerCodeOnly' : 'printerAllCount')}</p>
          {codeOnly && (
            <CommandButton command="printer.acceptAll" input={null}>
              {t('printerAcceptAll')}
            </CommandButton>
          )}
        </Stack>
      </Drawer>
      <Drawer title={t('paperOnRequest')}>
        <PaperOnRequest />
      </Drawer>
      <Drawer title={t('printerBack')}>
        <BackToPrinter />
      </Drawer>
      <PrintList atFirst={5} />
    </div>
  );
}

/** Shows the country's rule beside the settings, because a person must decide what the law allows. */
function PaperOnRequest() {
  const view = useView();
  const { country } = view;
  const rule = countries[country ?? '']?.rules.paperAtTimeout;
  return (
    <>
      <Card gap={0.4} tone="warn">
        <b>{t('paperRuleWarning')}</b>
        <p>
          {rule === undefined || country === null
            ? t('paperRuleUnknown')
            : t('paperRuleOfCountry', {
                country: countryName(country),
                rule: t(wordsOf('paperRule', rule.value)),
                date: rule.checkedOn ?? '-',
              })}
        </p>
        {rule?.source != null && <p className="quiet">{t('paperRuleSource', { source: rule.source })}</p>}
      </Card>
      <div className="settings__columns">
        <SettingsGroup page="printer.paper" />
      </div>
    </>
  );
}

function PrintedLines({ words, lines }: { readonly words: string; readonly lines: readonly string[] }) {
  const target = useSetting('printer.target').value;
  const [answer, setAnswer] = useState({ target: '', reached: false });
  // An answer of the printer at another address says nothing of this one.
  const isReached = target !== '' && answer.target === target ? answer.reached : null;
  return (
    <Row gap={1}>
      <CommandButton
        icon={Printer}
        command="printer.printLines"
        input={{ lines: lines.flatMap(wrapped) }}
        isDisabled={target === ''}
        onDone={({ reached }) => setAnswer({ target, reached })}
      >
        {words}
      </CommandButton>
      <p role="status" className={isReached === false ? 'wrong' : undefined}>
        {isReached !== null && t(isReached ? 'printerReached' : 'printerNotReached')}
      </p>
    </Row>
  );
}

function BackToPrinter() {
  const address = useSetting('printer.formerTarget').value;
  if (address === '') return <p className="quiet">{t('printerBackMissing')}</p>;
  const steps = [t('printerBackOpen'), t('printerBackEnter', { address }), t('printerBackTest')].map(
    (step, index) => `${index + 1}. ${step}`,
  );
  return (
    <Card as="section" aria-label={t('printerBack')}>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <PrintedLines words={t('printerBackPrint')} lines={[t('printerBack'), ...steps]} />
    </Card>
  );
}
