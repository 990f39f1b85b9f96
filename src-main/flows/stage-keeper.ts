import type { Language } from '../kernel/languages.ts';
import type { Clock } from '../ports.ts';
import { emptyStage, type Stage } from '../sale/stage.ts';
import type { Settings } from '../settings/schema.ts';

/** Keeps the one stage value and lets its moments pass: thanks, welcome and cancelled end by themselves. */
export interface StageKeeper {
  current(): Stage;
  /** The next sale: whatever was on the screen is gone. */
  open(saleId: string, how: { readonly show: boolean; readonly language: Language | null }): void;
  /** Shows the QR of this sale (again), also one that is not on the stage. */
  show(saleId: string): void;
  basket(saleId: string, basket: NonNullable<Stage['basket']>): void;
  withoutId(saleId: string): void;
  /** The receipt of this sale comes on paper; the QR is there again on `show`. */
  paper(saleId: string): void;
  /** The bill of the sale was accepted: QR or paper stays for as long as the shop's setting says. */
  paid(saleId: string, moment: 'qr' | 'paper'): void;
  welcome(saleId: string): void;
  thanks(saleId: string): void;
  cancelled(saleId: string): void;
  /** A mark was taken back: the code is there again, unless another sale is. */
  undone(saleId: string): void;
  setLanguage(language: Language): void;
  clear(): void;
  onChange(listener: () => void): () => void;
  stop(): void;
}

const welcomeMs = 6_000;
const cancelledMs = 5_000;

export function createStageKeeper(clock: Clock, settings: () => Settings): StageKeeper {
  const listeners = new Set<() => void>();
  let stage: Stage = emptyStage;
  let cancelTimer: () => void = () => undefined;

  /** Changes what is shown within the moment: its end stays where it was. */
  function adjust(next: Stage): void {
    stage = next;
    for (const listener of listeners) listener();
  }

  function become(next: Stage): void {
    cancelTimer();
    adjust(next);
  }

  /** A moment that ends: `then` follows unless something else came first. */
  function becomeFor(ms: number, next: Stage, then: () => void): void {
    become(next);
    cancelTimer = clock.setTimer(ms, then);
  }

  const isOn = (saleId: string): boolean => stage.saleId === saleId;
  const on = (saleId: string): Stage => (isOn(saleId) ? stage : { ...emptyStage, saleId });
  const thanks = (saleId: string): void =>
    becomeFor(settings().screen.thanksSeconds * 1_000, { ...on(saleId), moment: 'thanks' }, () => become(emptyStage));

  return {
    current: () => stage,
    open: (saleId, { show, language }) => become({ ...emptyStage, saleId, language, moment: show ? 'qr' : 'quiet' }),
    show: (saleId) => become({ ...on(saleId), moment: 'qr' }),
    basket(saleId, basket) {
      if (isOn(saleId)) adjust({ ...stage, basket });
    },
    withoutId(saleId) {
      if (isOn(saleId)) adjust({ ...stage, withoutId: true });
    },
    paper(saleId) {
      if (isOn(saleId) && stage.moment === 'qr') adjust({ ...stage, moment: 'paper' });
    },
    paid(saleId, moment) {
      if (!isOn(saleId)) return;
      const seconds = settings().screen.qrAfterSeconds;
      const next: Stage = { ...stage, moment };
      if (seconds === null) become(next);
      else becomeFor(seconds * 1_000, next, () => thanks(saleId));
    },
    welcome(saleId) {
      if (!isOn(saleId)) return;
      const { moment } = stage;
      becomeFor(welcomeMs, { ...stage, moment: 'welcome' }, () => become({ ...stage, moment }));
    },
    thanks(saleId) {
      if (isOn(saleId)) thanks(saleId);
    },
    cancelled(saleId) {
      if (isOn(saleId)) becomeFor(cancelledMs, { ...stage, moment: 'cancelled' }, () => become(emptyStage));
    },
    undone(saleId) {
      // The next customer may stand there by now: a cancel that is taken back must not put this one's code in front of them.
      if (stage.saleId === null || isOn(saleId)) become({ ...on(saleId), moment: 'qr' });
    },
    setLanguage: (language) => adjust({ ...stage, language }),
    clear: () => become(emptyStage),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => cancelTimer(),
  };
}
