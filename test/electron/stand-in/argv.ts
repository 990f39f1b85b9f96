/**
 * The command line as Electron leaves it: the program, then every word behind it, those of others too. Node has put the
 * bundle's file in second place; that goes, and nothing else. Imported before anything of the app runs.
 */
export const [mainFile = ''] = process.argv.splice(1, 1);

/** What Chromium on Linux has written into its own command line before any script runs: argv does not have it. */
const resolved: readonly string[] = process.argv.some((word) => /^--ozone-platform=(?!auto$)/.test(word))
  ? []
  : [`--ozone-platform=${process.env.XDG_SESSION_TYPE === 'wayland' ? 'wayland' : 'x11'}`];
const line = (): readonly string[] => [...resolved, ...process.argv.slice(1)];

/** A switch of Chromium's on that command line. */
export const hasSwitch = (name: string): boolean =>
  line().some((word) => word === `--${name}` || word.startsWith(`--${name}=`));

/** What it says behind `=`; empty without one, as in Electron. */
export const switchValue = (name: string): string =>
  line()
    .find((word) => word.startsWith(`--${name}=`))
    ?.slice(name.length + 3) ?? '';

/** Those about the way to the network: Chromium reads them itself, for every session. */
export const proxySwitches = (): readonly string[] =>
  process.argv.filter((word) => /^--(proxy-|no-proxy-server)/.test(word));
