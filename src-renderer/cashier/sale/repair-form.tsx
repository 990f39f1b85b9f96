import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import type { FieldIssue } from '../../../src-main/kernel/result.ts';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { useBusy, useCashier } from '../cashier-context.ts';
import { Problems } from './problems.tsx';

interface RepairFormProps {
  readonly saleId: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onEnd: () => void;
}

/** The refused receipt as text; main checks it and says field by field what still does not fit. */
export function RepairForm({ saleId, text, onText, onEnd }: RepairFormProps) {
  const { t, send, session } = useCashier();
  const [issues, setIssues] = useState<readonly FieldIssue[]>([]);
  const busy = useBusy('attention.resend');

  const sendRepaired = async (): Promise<void> => {
    const answer = await send('attention.resend', { saleId, billText: text });
    if (answer.ok) {
      onEnd();
      return;
    }
    const found = answer.error.fields ?? [];
    setIssues(found);
    // They say it better than the line below, which would cover them.
    if (found.length > 0) session.setState({ notice: null });
  };

  return (
    <div className="repair">
      <TextField className="field" value={text} onChange={onText} isInvalid={issues.length > 0}>
        <Label>{t('repairText')}</Label>
        <TextArea className="repair__text" rows={10} spellCheck="false" />
      </TextField>
      {issues.length > 0 && (
        <div role="alert" ref={bringIntoView}>
          <Problems problems={issues} />
        </div>
      )}
      <div className="tools">
        <Button className="button" onPress={onEnd}>
          {t('back')}
        </Button>
        <Button className="button button--accent" data-busy={busy} onPress={() => void sendRepaired()}>
          {t('sendRepaired')}
        </Button>
      </div>
    </div>
  );
}
