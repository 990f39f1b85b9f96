import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { type Main, plugDisplays } from '../electron/in-main.ts';

test('a computer with one display offers two halves to a test, which can be unplugged and plugged in', () => {
  const bounds = { x: 0, y: 0, width: 2_048, height: 768 };
  const whole = { id: 7, bounds, workArea: bounds };
  const screen = Object.assign(new EventEmitter(), {
    getAllDisplays: () => [whole],
    getPrimaryDisplay: () => whole,
    getDisplayMatching: (_where: Electron.Rectangle) => whole,
  });
  const told: string[] = [];
  for (const name of ['display-added', 'display-removed'])
    screen.on(name, (_event, { id }) => told.push(`${name} ${id}`));
  const main = { screen } as unknown as Main;
  const at = (x: number) => screen.getDisplayMatching({ ...bounds, x, width: 1_024 });

  plugDisplays(main, 2);
  expect(screen.getAllDisplays().map(({ id, bounds: { x, width } }) => [id, x, width])).toEqual([
    [7, 0, 1_024],
    [8, 1_024, 1_024],
  ]);
  expect([at(0).id, at(1_024).id]).toEqual([7, 8]);
  plugDisplays(main, 1);
  expect([screen.getAllDisplays().length, screen.getPrimaryDisplay().id, at(1_024).id]).toEqual([1, 7, 7]);
  plugDisplays(main, 2);
  expect(told).toEqual(['display-added 8', 'display-removed 8', 'display-added 8']);
});
