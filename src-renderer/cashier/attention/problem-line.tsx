import { Check } from 'lucide-react';
import type { BillProblemView } from '../../../src-main/lib/record-views.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useCashier } from '../cashier-context.ts';
import { placeText, problemText, valueText } from './problem-words.ts';

interface ProblemLineProps {
  readonly problem: BillProblemView;
  readonly typed: string;
  /** What is typed is no number, where one belongs. */
  readonly isWrong: boolean;
  readonly onType: (value: string) => void;
}

/** One thing that is wrong: where, what was found, what is expected; one field and, where that is known, one button. */
export function ProblemLine({ problem, typed, isWrong, onType }: ProblemLineProps) {
  const { t, language } = useCashier();
  const expected = problem.expected === null ? null : valueText(language, problem.expected);
  const isUsed = expected !== null && typed === expected;
  return (
    <li className="problem">
      <p className="problem__words">{problemText(problem, language, t)}</p>
      {problem.said !== null && problem.said !== '' && (
        <p className="quiet">{t('serviceSays', { words: problem.said })}</p>
      )}
      {problem.canChange && (
        <div className="problem__tools">
          <Field
            label={t('newValue', { place: placeText(problem, t) })}
            value={typed}
            isInvalid={isWrong}
            error={t('numberNeeded')}
            input={{ inputMode: typeof problem.found.value === 'number' ? 'decimal' : 'text' }}
            onChange={onType}
          />
          {expected !== null && (
            <Button aria-pressed={isUsed} onPress={() => onType(expected)}>
              {isUsed && <Check aria-hidden="true" />}
              {t('use', { expected })}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
