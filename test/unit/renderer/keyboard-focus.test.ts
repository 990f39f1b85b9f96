import { expect, test } from 'vitest';
import { tellWhetherTyping } from '../../../src-renderer/cashier/keyboard-focus.ts';

const page = () => {
  const target = Object.assign(new EventTarget(), { activeElement: null as { tagName: string; type?: string } | null });
  const told: boolean[] = [];
  const waiting: (() => void)[] = [];
  const end = tellWhetherTyping(
    target as unknown as Parameters<typeof tellWhetherTyping>[0],
    (look) => waiting.push(look),
    (isTyping) => told.push(isTyping),
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
  return { target, told, tap, paint, end };
};

test('a tap into a field asks for the keyboard once, a tap elsewhere gives it back', () => {
  const { told, tap } = page();
  tap({ tagName: 'BUTTON' });
  expect(told).toEqual([]);
  tap({ tagName: 'INPUT', type: 'text' });
  tap({ tagName: 'INPUT', type: 'search' });
  tap({ tagName: 'TEXTAREA' });
  expect(told).toEqual([true]);
  tap({ tagName: 'INPUT', type: 'checkbox' });
  expect(told).toEqual([true, false]);
});

test('a field that takes the focus only after the tap has been painted is detected', () => {
  const { target, told, paint } = page();
  target.dispatchEvent(new Event('pointerup'));
  paint();
  target.activeElement = { tagName: 'INPUT' };
  paint();
  expect(told).toEqual([true]);
});

test('a field that disappears with Enter of the keyboard returns it, and after the end nothing is reported', () => {
  const { told, tap, end } = page();
  tap({ tagName: 'INPUT', type: 'text' });
  tap({ tagName: 'BODY' }, 'keyup');
  expect(told).toEqual([true, false]);
  end();
  tap({ tagName: 'INPUT', type: 'text' });
  expect(told).toEqual([true, false]);
});
