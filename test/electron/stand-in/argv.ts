/**
 * The command line as Electron leaves it: the program, then every argument, even foreign ones. Only the bundle's file,
 * which Node puts second, is removed. Import this file before anything of the app.
 */
export const [mainFile = ''] = process.argv.splice(1, 1);

/** Switches that Chromium adds on Linux before any script runs. They are not in argv. */
const resolved: readonly string[] = process.argv.some((word) => /^--ozone-platform=(?!auto$)/.test(word))
  ? []
  : [`--ozone-platform=${process.env.XDG_SESSION_TYPE === 'wayland' ? 'wayland' : 'x11'}`];
const line = (): readonly string[] => [...resolved, ...process.argv.slice(1)];

export const hasSwitch = (name: string): boolean =>
  line().some((word) => word === `--${name}` || word.startsWith(`--${name}=`));

/** The value after `=`; empty without one, as in Electron. */
export const switchValue = (name: string): string =>
  line()
    .find((word) => word.startsWith(`--${name}=`))
    ?.slice(name.length + 3) ?? '';

/** Network switches, which Chromium applies to every session. */
export const proxySwitches = (): readonly string[] =>
  process.argv.filter((word) => /^--(proxy-|no-proxy-server)/.test(word));
