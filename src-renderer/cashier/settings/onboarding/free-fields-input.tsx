import { Braces, Plus, Rows3, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useCashier } from '../../cashier-context.ts';
import { SettingField } from '../setting-field.tsx';
import { asJson, draftOf, type FieldRow, type FieldsDraft, fieldsOf } from './free-fields.ts';
import { JsonField } from './json-field.tsx';

interface FreeFieldsInputProps {
  /** What the fields are about. */
  readonly part: string;
  readonly draft: FieldsDraft;
  readonly onDraft: (draft: FieldsDraft) => void;
}

export function FreeFieldsInput({ part, draft, onDraft }: FreeFieldsInputProps) {
  const { t } = useCashier();
  const fields = fieldsOf(draft);
  if (draft.kind === 'json') {
    const canBeRows = fields !== null && draftOf(fields).kind === 'rows';
    return (
      <fieldset className="free-fields">
        <legend>{part}</legend>
        <JsonField
          label={t('asJson', { part })}
          value={draft.text}
          wrong={fields === null ? t('jsonObjectWrong') : null}
          onChange={(text) => onDraft({ kind: 'json', text })}
        />
        <Button className="button" isDisabled={!canBeRows} onPress={() => fields !== null && onDraft(draftOf(fields))}>
          <Rows3 aria-hidden="true" />
          {t('asFields', { part })}
        </Button>
      </fieldset>
    );
  }
  const { rows } = draft;
  const change = (key: number, changed: Partial<FieldRow>): void =>
    onDraft({ kind: 'rows', rows: rows.map((row) => (row.key === key ? { ...row, ...changed } : row)) });
  const add = (): void =>
    onDraft({ kind: 'rows', rows: [...rows, { key: (rows.at(-1)?.key ?? 0) + 1, name: '', value: '' }] });

  return (
    <fieldset className="free-fields">
      <legend>{part}</legend>
      {rows.map(({ key, name, value }, index) => (
        <div key={key} className="customers__card">
          <SettingField
            label={t('freeFieldName', { part, number: index + 1 })}
            value={name}
            isWrong={false}
            onChange={(changed) => change(key, { name: changed })}
          />
          <SettingField
            label={t('fieldValue', { part, number: index + 1 })}
            value={value}
            isWrong={false}
            onChange={(changed) => change(key, { value: changed })}
          />
          <Button
            className="button"
            aria-label={t('fieldRemove', { part, number: index + 1 })}
            onPress={() => onDraft({ kind: 'rows', rows: rows.filter((row) => row.key !== key) })}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      <div className="settings__end">
        <Button className="button" onPress={add}>
          <Plus aria-hidden="true" />
          {t('fieldAdd', { part })}
        </Button>
        <Button className="button" onPress={() => fields !== null && onDraft(asJson(fields))}>
          <Braces aria-hidden="true" />
          {t('asJson', { part })}
        </Button>
      </div>
    </fieldset>
  );
}
