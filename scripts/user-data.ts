import { isAbsolute, join } from 'node:path';

/** Electron's data folder on Linux. An empty variable or a relative path counts as missing (XDG). */
export const userDataFolder = (env: Readonly<Record<string, string | undefined>>, home: string): string => {
  const given = env.XDG_CONFIG_HOME ?? '';
  return join(isAbsolute(given) ? given : join(home, '.config'), 'Receipt Companion');
};
