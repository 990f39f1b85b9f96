import type { CustomerCodeRules } from '../../../src-main/shared/customer-code.ts';
import { customerIdIn } from '../../../src-main/shared/customer-code.ts';
import {
  type KeyField,
  noKeys,
  type ScannerState,
  type ScanResult,
  type Step,
  scanEndsAt,
  type TimedKey,
  takeKey,
  takeQuiet,
} from '../../../src-renderer/cashier/scanner-detection.ts';
import { atStart } from '../../../src-renderer/cashier/session-store.ts';
import { knowCode, takeScanResult } from '../../../src-renderer/cashier/take-scan.ts';
import { saleScenes } from '../../fakes/sample-views.ts';

/** A key and its delay after the previous one. */
export interface Typed {
  readonly key: string;
  readonly gapMs: number;
  readonly asUnitedStates?: string;
  readonly hasCapsLock?: boolean;
  readonly shortcut?: boolean;
}

const acting = ['Enter', 'Tab', ' ', 'Escape', 'ArrowDown', 'ArrowLeft', 'Home', 'PageUp'];

/** Keys `gapMs` apart, the first `afterMs` after the previous input. */
export const typed = (keys: readonly string[], gapMs: number, afterMs = 2_000): readonly Typed[] =>
  keys.map((key, place) => ({ key, gapMs: place === 0 ? afterMs : gapMs }));

export const withPause = (keys: readonly Typed[], place: number, pauseMs: number): readonly Typed[] =>
  keys.map((key, at) => (at === place ? { ...key, gapMs: pauseMs } : key));

export interface TypingOutcome {
  /** The used customers and cards, and the questions and messages for the cashier. */
  readonly came: readonly string[];
  readonly pressed: readonly string[];
  readonly text: string;
}

interface Window {
  readonly rules?: CustomerCodeRules;
  readonly field?: KeyField;
  readonly answers?: readonly string[];
}

export const noRules: CustomerCodeRules = { prefix: '', mask: '', length: 0, stripsPrefix: false };

/** A cashier window with an open sale. Returns all effects of the keys until no more are possible. */
export function typeAtTheTill(
  keys: readonly Typed[],
  { rules = noRules, field = 'nothing', answers = [] }: Window = {},
): TypingOutcome {
  const session = atStart();
  let [at, text, waiting] = [10_000, '', ''];
  let state: ScannerState<string> = noKeys;
  const [came, pressed]: [string[], string[]] = [[], []];
  const know = (scan: Parameters<typeof knowCode>[0]) => knowCode(scan, session, rules);

  const take = (reading: ScanResult): void => {
    const next = takeScanResult(session, reading, { sale: saleScenes.open.sale, rules, now: 0 });
    if (next.customerCode !== null) came.push(`customer ${customerIdIn(next.customerCode.number, rules)}`);
    else if (next.card !== null) came.push(`card ${next.card.number}`);
    else if (next.notice?.kind === 'scanProduct') came.push('article');
    else came.push(next.notice === null ? 'nothing' : 'asks');
  };
  const follow = (step: Omit<Step<string>, 'key'>): void => {
    if (step.presses) pressed.push(waiting);
    for (const before of step.restores) text = before;
    for (const reading of step.readings) take(reading);
    state = step.state;
  };

  for (const { key, gapMs, asUnitedStates = key, hasCapsLock = false, shortcut = false } of keys) {
    const over = scanEndsAt(state);
    at += gapMs;
    if (over !== null && over < at) follow(takeQuiet(state, over, know));
    const isFigure = answers.length > 0 && /^\d$/.test(key);
    const acts = isFigure || (acting.includes(key) && !(key === ' ' && (field === 'words' || field === 'search')));
    const timed: TimedKey<string> = {
      ...{ key, asUnitedStates, at, acts, shortcut, hasCapsLock, field, place: text },
      presses: acts && ['Enter', ' ', ...answers].includes(key),
    };
    const step = takeKey(state, timed, know);
    follow(step);
    if (step.key === 'waits') waiting = key;
    else if (step.key === 'passes' && isFigure) continue;
    else if (step.key === 'passes' && acts) pressed.push(key);
    else if (step.key === 'passes' && !shortcut && [...key].length === 1) text += key;
  }
  for (let over = scanEndsAt(state); over !== null; over = scanEndsAt(state)) follow(takeQuiet(state, over, know));
  return { came, pressed, text };
}
