import { isAbsolute, join } from 'node:path';

/**
 * Electron's data folder for this app on Linux. An empty variable counts as missing, and so does a relative path, as
 * the XDG specification requires.
 */
export const userDataFolder = (env: Readonly<Record<string, string | undefined>>, home: string): string => {
  const given = env.XDG_CONFIG_HOME ?? '';
  return join(isAbsolute(given) ? given : join(home, '.config'), 'Receipt Companion');
};
