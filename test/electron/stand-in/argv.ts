/**
 * The command line as Electron leaves it: the program, then every word behind it, those of others too. Node has put the
 * bundle's file in second place; that goes, and nothing else. Imported before anything of the app runs.
 */
export const [mainFile = ''] = process.argv.splice(1, 1);

/** A switch of Chromium's on that command line. */
export const hasSwitch = (name: string): boolean =>
  process.argv.slice(1).some((word) => word === `--${name}` || word.startsWith(`--${name}=`));

/** What it says behind `=`; empty without one, as in Electron. */
export const switchValue = (name: string): string =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';

/** Those about the way to the network: Chromium reads them itself, for every session. */
export const proxySwitches = (): readonly string[] =>
  process.argv.filter((word) => /^--(proxy-|no-proxy-server)/.test(word));
