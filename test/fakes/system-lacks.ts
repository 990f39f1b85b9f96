/** Why a test, or a part of it, cannot run on a system. */
const lacks = {
  // Windows has access lists, which the installer sets, and no user ids.
  modes: ['win32'],
  // Windows ends a process at once for any signal.
  signals: ['win32'],
  // Windows has no pipes in folders.
  pipes: ['win32'],
  // Wine reports a write to a socket as finished before its reader takes it.
  unfinishedWrites: ['win32'],
  // A shell waits for the end of the previous start, which only an AppImage needs.
  shell: ['win32', 'darwin'],
  // Windows and macOS store file names as Unicode.
  otherNames: ['win32', 'darwin'],
  // Windows and macOS always have a keychain. Linux can be started without its message bus.
  missingKeychain: ['win32', 'darwin'],
  // The test reads /proc, uses secret-tool, or damages shared memory in a way that only Linux permits.
  linuxTools: ['win32', 'darwin'],
} as const satisfies Readonly<Record<string, readonly NodeJS.Platform[]>>;

export const systemLacks = (what: keyof typeof lacks): boolean =>
  lacks[what].some((system) => system === process.platform);
