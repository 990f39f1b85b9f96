import { Save, Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { CommandInput, CommandOutput } from '../../../../src-main/contract/commands.ts';
import { useBusy, useCashier } from '../../cashier-context.ts';
import { Choice } from '../../choice.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { draftOf, emptyFields, fieldsOf, listOf } from './free-fields.ts';
import { FreeFieldsInput } from './free-fields-input.tsx';
import { JsonField } from './json-field.tsx';

type TypedForm = NonNullable<CommandOutput<'onboarding.get'>['draft']>;
type Place = CommandInput<'onboarding.start'>['at'];

interface OnboardingFormProps {
  /** What was kept for later. */
  readonly draft: TypedForm | null;
  readonly onStarted: () => void;
}

export function OnboardingForm({ draft, onStarted }: OnboardingFormProps) {
  const { view, t, send, session } = useCashier();
  const [at, setAt] = useState<Place>(view.training ? 'open' : 'shop');
  const [customer, setCustomer] = useState(draft === null ? emptyFields : draftOf(draft.vendorCustomer));
  const [invoicing, setInvoicing] = useState(draft === null ? emptyFields : draftOf(draft.invoicingDetails));
  const [stores, setStores] = useState(draft?.stores === undefined ? '' : JSON.stringify(draft.stores, null, 2));
  const starting = useBusy('onboarding.start');
  const keeping = useBusy('onboarding.keepDraft');

  const vendorCustomer = fieldsOf(customer);
  const invoicingDetails = fieldsOf(invoicing);
  const storeList = listOf(stores);
  const form =
    vendorCustomer === null || invoicingDetails === null || storeList === null
      ? null
      : { vendorCustomer, invoicingDetails, ...(storeList !== undefined && { stores: [...storeList] }) };

  const start = async (): Promise<void> => {
    if (form === null) return;
    await send('onboarding.start', { at, form });
    onStarted();
  };

  const keep = async (): Promise<void> => {
    const answer = await send('onboarding.keepDraft', { form });
    if (answer.ok) session.setState({ notice: { kind: 'done', words: 'onboardKept' } });
  };

  return (
    <SettingsForm onSubmit={() => void start()}>
      <h2>{t('onboardTitle')}</h2>
      <p className="quiet">{t('onboardHint')}</p>
      {view.training && (
        <Choice
          label={t('onboardWhere')}
          value={at}
          options={[
            { value: 'open', words: t('onboardPractise') },
            { value: 'shop', words: t('onboardShop') },
          ]}
          onChoose={setAt}
        />
      )}
      <FreeFieldsInput part={t('onboardCustomer')} draft={customer} onDraft={setCustomer} />
      <FreeFieldsInput part={t('onboardInvoicing')} draft={invoicing} onDraft={setInvoicing} />
      <p className="quiet">{t('onboardStoresHint')}</p>
      <JsonField
        label={t('onboardStores')}
        value={stores}
        wrong={storeList === null ? t('jsonListWrong') : null}
        onChange={setStores}
      />
      <div className="settings__end">
        <Button className="button" data-busy={keeping} isDisabled={form === null} onPress={() => void keep()}>
          <Save aria-hidden="true" />
          {t('onboardLater')}
        </Button>
        <Button className="button button--accent" type="submit" data-busy={starting} isDisabled={form === null}>
          <Send aria-hidden="true" />
          {t('onboardStart')}
        </Button>
      </div>
    </SettingsForm>
  );
}
