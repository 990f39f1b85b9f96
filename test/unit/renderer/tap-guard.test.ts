import { expect, test } from 'vitest';
import { type Layout, seenAt, wasSteady } from '../../../src-renderer/ui/tap-guard.ts';

/** A button of 100 by 100 pixels. The same name means the same element. */
const elements = new Map<string, Element>();
function button(name: string, left = 0): Layout['controls'][number] {
  const element = elements.get(name) ?? ({} as Element);
  elements.set(name, element);
  return { element, name, area: { left, top: 0, right: left + 100, bottom: 100 } as DOMRect };
}
const cameAt = 1_000;
const before = { since: 0, controls: [button('Show QR')] };

test.each<[string, Layout['controls']]>([
  ['another control replaced it', [button('Cancel')]],
  ['it has another name', [{ ...button('Show QR'), name: 'Hide QR' }]],
  ['it moved, and another control is in its place', [button('Cancel', 0), button('Show QR', 100)]],
  ['another control lies on it', [button('Show QR'), button('Cancel')]],
  ['it disappeared', []],
])('half a second after a control changed, a tap in its place counts again: %s', (_what, controls) => {
  const layouts = [before, { since: cameAt, controls }];
  expect([0, 450, 499, 500].map((ms) => wasSteady(layouts, cameAt + ms, 50, 50))).toEqual([false, false, false, true]);
});

test('a button that did not move reacts at once, even if others move beside it', () => {
  const layouts = [before, { since: cameAt, controls: [button('Show QR'), button('Cancel', 100)] }];
  expect([50, 150].map((x) => wasSteady(layouts, cameAt, x, 50))).toEqual([true, false]);
});

test('a button that disappeared and returned within half a second counts as new', () => {
  const layouts = [before, { since: cameAt, controls: [] }, { ...before, since: cameAt + 100 }];
  expect([100, 599, 600].map((ms) => wasSteady(layouts, cameAt + ms, 50, 50))).toEqual([false, false, true]);
});

test('a control that a surface covered gets no touch until half a second after the surface is gone', () => {
  const surface = { ...button('surface'), name: null };
  const layouts = [
    { since: 0, controls: [button('Receipt'), surface] },
    { since: cameAt, controls: [button('Receipt')] },
  ];
  expect([499, 500].map((ms) => wasSteady(layouts, cameAt + ms, 50, 50))).toEqual([false, true]);
  expect([499, 500].map((ms) => seenAt(layouts, cameAt + ms, 50, 50)?.name)).toEqual([undefined, 'Receipt']);
});

test('a tap counts for the control that was there half a second ago, wherever it is now', () => {
  const figures = [button('1'), button('2', 100)];
  const layouts = [
    { since: 0, controls: figures },
    { since: cameAt, controls: [button('2'), button('1', 100)] },
  ];
  expect([0, 499, 500].map((ms) => seenAt(layouts, cameAt + ms, 50, 50)?.name)).toEqual(['1', '1', '2']);
});
