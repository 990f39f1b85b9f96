import type { Platform } from './placement.ts';

/** What the desktop around the program says about itself, from the environment. */
interface Desktop {
  /** The AppImage that this program runs from; null elsewhere. */
  readonly appImage: string | null;
  /** XDG_SESSION_TYPE is `wayland`. */
  readonly isWayland: boolean;
  /** Whether an X server can be reached, as XWayland is on Wayland. */
  readonly hasX: boolean;
}

/** The switch that makes Chromium a client of X11, which on Wayland is XWayland. */
export const x11Switch = '--ozone-platform=x11';

/**
 * Since Electron 38 windows are native Wayland ones in such a session, and there nobody can say on which display a window
 * stands: the customer's could cover the till. `startAnew`: with the switch, which counts only before any of our code
 * runs. `noPlace`: nothing to be done, so the customer window stays hidden. `chosen` is what stands in argv; `is` what
 * Chromium made of it: it writes that into its own command line before any script runs, also where nobody chose.
 */
export const waylandAnswer = (
  platform: Platform,
  { isWayland, hasX }: Desktop,
  { chosen, is }: { readonly chosen: string | null; readonly is: string },
): 'fine' | 'startAnew' | 'noPlace' => {
  // `headless` and the like are somebody's wish, and there is no till below.
  const isNative = is === 'wayland' || (is === '' && isWayland);
  if (platform !== 'linux' || !isNative) return 'fine';
  return hasX && chosen === null ? 'startAnew' : 'noPlace';
};

/**
 * The command that starts `program` once the process `pid` has ended. What lies in an AppImage is gone with the process
 * that runs from it, a helper of Electron's included: the shell waits instead.
 */
export const afterEnd = (pid: number, program: string, args: readonly string[]): readonly string[] => [
  '/bin/sh',
  '-c',
  'pid=$1; shift; while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done; exec "$@"',
  'sh',
  String(pid),
  program,
  ...args,
];

/** The desktop entry that starts the program at sign-in (Desktop Application Autostart Specification). */
export const autostartEntry = (name: string, program: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec="${program.replace(/(["\\`$])/g, '\\$1').replaceAll('%', '%%')}" ${x11Switch}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
