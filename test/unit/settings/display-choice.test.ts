import { expect, test } from 'vitest';
import { displayCommands } from '../../../src-main/settings/display-choice.ts';
import { settingsSchema } from '../../../src-main/shared/settings.ts';
import type { DisplayView } from '../../../src-main/shared/views.ts';

const place = { y: 0, width: 1024, height: 768, isChosen: false } as const;
const connected: readonly DisplayView[] = [
  { id: 1, label: 'Till', x: 0, use: 'cashier', ...place },
  { id: 2, label: 'Pole', x: 1024, use: null, ...place },
];

const open = (displays: readonly DisplayView[] | null = connected) => {
  const written: unknown[] = [];
  const update = (patch: unknown) => {
    written.push(patch);
    return settingsSchema.parse({});
  };
  const port = displays && { list: () => displays, identify: () => undefined };
  const context = { displays: port, settings: { update } };
  const request = { by: { kind: 'window', role: 'cashier' }, transportWarnings: [] } as const;
  const choose = (id: number | null) => displayCommands['display.choose'].run(context, { id }, request);
  const identify = () => displayCommands['display.identify'].run(context, null, request);
  return { choose, identify, written };
};

test('the display of the cashier is never the customer display, a missing one cannot be chosen, and null removes the previous choice', () => {
  const { choose, written } = open();
  expect(choose(1)).toMatchObject({ error: { code: 'wrongState' } });
  expect(choose(7)).toMatchObject({ error: { code: 'notFound' } });
  expect(written).toEqual([]);
  choose(null);
  expect(written).toEqual([{ display: { customerDisplayId: null, customerDisplayLooks: null } }]);
});

test('where windows cannot be placed nothing is chosen and nothing shown', () => {
  const { choose, identify, written } = open(null);
  for (const answer of [choose(2), identify()]) expect(answer).toMatchObject({ error: { code: 'notConfigured' } });
  expect(written).toEqual([]);
});
