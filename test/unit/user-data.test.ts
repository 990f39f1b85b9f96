import { join } from 'node:path';
import { expect, test } from 'vitest';
import { userDataFolder } from '../../scripts/user-data.ts';

test.each([
  ['unset', {}, '/home/till/.config'],
  ['empty, which is as if unset', { XDG_CONFIG_HOME: '' }, '/home/till/.config'],
  ['relative, which is no place', { XDG_CONFIG_HOME: 'config' }, '/home/till/.config'],
  ['absolute', { XDG_CONFIG_HOME: '/srv/config' }, '/srv/config'],
])('with XDG_CONFIG_HOME %s, headless uses the data folder that Electron would use', (_what, env, folder) => {
  expect(userDataFolder(env, '/home/till')).toBe(join(folder, 'Receipt Companion'));
});
