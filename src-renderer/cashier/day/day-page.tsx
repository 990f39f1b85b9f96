import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import type { DayView } from '../../../src-main/contract/views.ts';
import { localDay } from '../../ui/local-day.ts';
import { useCashier } from '../cashier-context.ts';
import { DayFigures } from './day-figures.tsx';

/** What became of every sale of a day, for the books. */
export function DayPage() {
  const { t, send, session } = useCashier();
  const [day, setDay] = useState(localDay);
  const [figures, setFigures] = useState<DayView | null>(null);

  useEffect(() => {
    let left = false;
    if (day === '') return;
    void send('day.get', { day }).then((answer) => {
      if (answer.ok && !left) setFigures(answer.value);
    });
    return () => {
      left = true;
    };
  }, [send, day]);

  const save = async (format: 'csv' | 'json'): Promise<void> => {
    const answer = await send('day.export', { day, format });
    if (answer.ok) session.setState({ notice: { kind: 'exported', path: answer.value.path } });
  };

  return (
    <div className="records">
      <div className="records__search">
        <TextField className="field" type="date" value={day} onChange={setDay}>
          <Label>{t('day')}</Label>
          <Input />
        </TextField>
        <Button className="button" isDisabled={day === ''} onPress={() => void save('csv')}>
          <FileDown aria-hidden="true" />
          {t('exportCsv')}
        </Button>
        <Button className="button" isDisabled={day === ''} onPress={() => void save('json')}>
          <FileDown aria-hidden="true" />
          {t('exportJson')}
        </Button>
      </div>
      {figures !== null && <DayFigures figures={figures} />}
    </div>
  );
}
