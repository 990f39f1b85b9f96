import { isRawNumber } from '../../src-main/shared/json-text.ts';
import { type Deviation, ofAnswers, ofMembers, onlyValue, read } from '../../src-main/simulator/deviations.ts';

export function deviationsOf({
  body,
  status,
}: {
  readonly body: string;
  readonly status: number;
}): readonly Deviation[] {
  const whole = ofAnswers
    .filter((how) => {
      if (how === 'created') return body === '' || status === 200;
      return body !== '' && (how !== 'alone' || onlyValue(read(body)) !== undefined);
    })
    .map((how) => ({ how, pointer: '' }));
  return body === '' ? whole : [...inside(read(body), ''), ...whole];
}

function inside(value: unknown, pointer: string): readonly Deviation[] {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${pointer}/${name}`;
    const isScalar = typeof inner !== 'object' || inner === null || isRawNumber(inner);
    const hows = ofMembers.filter((how) => {
      if (how === 'number') return typeof inner === 'string';
      if (how === 'text') return typeof inner !== 'string' && inner !== null;
      if (how === 'object') return isScalar;
      if (how === 'otherId') return /^(?:billId|transactionId)$/.test(name);
      return !isList || how === 'null';
    });
    return [...hows.map((how) => ({ how, pointer: at })), ...inside(inner, at)];
  });
}
