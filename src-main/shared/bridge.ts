import type { Language } from './languages.ts';
import type { LogEvent, LogLevel } from './log-event-names.ts';
import type { Result } from './result.ts';
import type { CashierView, CustomerView, Snapshot } from './views.ts';
import type { CommandInput, CommandOf, CommandOutput } from './window-commands.ts';

export const channels = {
  command: 'command',
  view: 'view',
  viewGet: 'view:get',
  startingGet: 'starting:get',
  keyboard: 'keyboard',
  dockCall: 'dock:call',
  dockDrag: 'dock:drag',
  log: 'log',
} as const;

export interface StartingView {
  readonly language: Language;
  readonly waitsFor: 'keychain' | 'files';
}

type WindowEvent<Event extends string> = Event extends `window-${infer Name}` ? Name : never;

interface Bridge<Role extends 'cashier' | 'customer', View> {
  command<Name extends CommandOf<Role>>(name: Name, input: CommandInput<Name>): Promise<Result<CommandOutput<Name>>>;
  /** The current snapshot; null while main is starting. */
  getView(): Promise<Snapshot<View> | null>;
  onView(listener: (snapshot: Snapshot<View>) => void): () => void;
  /** Writes the log event `window-<event>`. `detail` contains no personal data. */
  log<Level extends LogLevel>(level: Level, event: WindowEvent<LogEvent<Level>>, detail: string): void;
}

/** The requested upper left corner of the small dock, in screen pixels. A dropped dock moves to the nearer side. */
export interface DockDrag {
  readonly x: number;
  readonly y: number;
  readonly isDropped: boolean;
}

export interface CashierBridge extends Bridge<'cashier', CashierView> {
  /** The reason why the program waits; null if this window may not ask. */
  getStarting(): Promise<StartingView | null>;
  /** Reports whether a text field has the focus, because the docked window takes the keyboard only then. */
  wantKeyboard(isOn: boolean): void;
  /** Opens the docked window as a panel, or shrinks it again. */
  callDock(isOn: boolean): void;
  dragDock(drag: DockDrag): void;
}
export type CustomerBridge = Bridge<'customer', CustomerView>;
