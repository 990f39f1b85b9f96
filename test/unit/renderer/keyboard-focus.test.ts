import { expect, test } from 'vitest';
import { reportTyping } from '../../../src-renderer/cashier/keyboard-focus.ts';

const page = () => {
  const target = Object.assign(new EventTarget(), { activeElement: null as { tagName: string; type?: string } | null });
  const reports: boolean[] = [];
  const waiting: (() => void)[] = [];
  reportTyping(
    target as unknown as Parameters<typeof reportTyping>[0],
    (look) => waiting.push(look),
    (isTyping) => reports.push(isTyping),
  );
  const paint = (): void => {
    for (const act of waiting.splice(0)) act();
  };
  const tap = (on: { tagName: string; type?: string } | null, event = 'pointerup'): void => {
    target.activeElement = on;
    target.dispatchEvent(new Event(event));
    paint();
    paint();
  };
  return { target, reports, tap, paint };
};

test('a tap into a field asks for the keyboard once, a tap elsewhere gives it back', () => {
  const { reports, tap } = page();
  tap({ tagName: 'BUTTON' });
  expect(reports).toEqual([]);
  tap({ tagName: 'INPUT', type: 'text' });
  tap({ tagName: 'INPUT', type: 'search' });
  expect(reports).toEqual([true]);
  tap({ tagName: 'INPUT', type: 'checkbox' });
  expect(reports).toEqual([true, false]);
});

test('a field that gets the focus only after the first paint that follows the tap is detected', () => {
  const { target, reports, paint } = page();
  target.dispatchEvent(new Event('pointerup'));
  paint();
  target.activeElement = { tagName: 'INPUT' };
  paint();
  expect(reports).toEqual([true]);
});

test('a field that disappears after Enter returns the keyboard', () => {
  const { reports, tap } = page();
  tap({ tagName: 'INPUT', type: 'text' });
  tap({ tagName: 'BODY' }, 'keyup');
  expect(reports).toEqual([true, false]);
});
