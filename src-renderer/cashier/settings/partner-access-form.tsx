import { Save } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../text/cashier-words.ts';
import { Button, Form, Grid, Row } from '../../ui/controls.tsx';
import { Unanswered, useAnswer } from '../query-state.tsx';
import { send, useBusy, useIsFixed } from '../window-state.tsx';
import { type FieldFaults, refusalsOf } from './connection-draft.ts';
import { FixedBy, SettingField } from './setting-field.tsx';
import { OverriddenBy } from './test-result.tsx';

export function PartnerAccessForm() {
  const isFixed = useIsFixed();
  const access = useAnswer('partner.getAccess', null);
  const stored = access.value;
  const [typedUrl, setTypedUrl] = useState<string | null>(null);
  const [key, setKey] = useState('');
  const [faults, setFaults] = useState<FieldFaults>({});
  const busy = useBusy('partner.saveAccess');

  if (stored === null) return <Unanswered of={access} />;
  const partnerUrl = typedUrl ?? stored.partnerUrl;

  const save = async (): Promise<void> => {
    const answer = await send('partner.saveAccess', { partnerUrl, key: key === '' ? null : key });
    setFaults(answer.ok ? {} : refusalsOf(answer.error));
    if (!answer.ok) return;
    // Another key may have been typed meanwhile.
    setKey((now) => (now === key ? '' : now));
    access.again();
  };

  const isSaved = stored.keyStored && partnerUrl === stored.partnerUrl;
  return (
    <Form className="settings__form" onSubmit={() => void save()}>
      <Grid least={14} gap={[1, 1.25]}>
        <SettingField
          label={t('partnerUrl')}
          value={partnerUrl}
          fault={faults.partnerUrl}
          isFixed={isFixed('service.partnerUrl')}
          onChange={setTypedUrl}
        />
        {stored.authentication === 'key' && (
          <SettingField label={t('partnerKey')} type="password" value={key} onChange={setKey} />
        )}
      </Grid>
      <p className="quiet" aria-live="polite">
        {t(stored.authentication === 'token' ? 'partnerByToken' : isSaved ? 'partnerKeyStored' : 'partnerKeyMissing')}
      </p>
      <FixedBy keys={['service.partnerUrl']} />
      <OverriddenBy options={stored.overriddenBy} />
      <Row className="settings__end" align="start">
        <Button icon={Save} type="submit" data-busy={busy}>
          {t('save')}
        </Button>
      </Row>
    </Form>
  );
}
