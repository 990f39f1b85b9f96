import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PaperOutcome } from '../../../src-main/shared/print-view.ts';
import { drawnRandom, isSoak, seed, volume } from '../../fakes/drawn.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { printJob } from '../../fakes/till-port.ts';
import { cut, openTray, printed, type Replies, startRun } from './paper-life.ts';

/** Prints one paper while the disk fails or the process is killed, before and after every operation on its file. */

const random = drawnRandom(52);
const below = (most: number): number => Math.floor(random.fraction() * most);
/** The taps of people and the countdown. `taps` null: the print is not deferred. */
const ways: Readonly<Record<string, { readonly taps: readonly PaperOutcome[] | null; readonly ms: number }>> = {
  'a print that is not deferred': { taps: null, ms: 0 },
  'a paper that the customer wants': { taps: ['customer-paper'], ms: 60_000 },
  'a paper whose countdown ends': { taps: [], ms: 1 },
  'a paper that the cashier declined': { taps: ['cashier-digital'], ms: 60_000 },
  'a declined paper that is printed after all': { taps: ['cashier-digital', 'cashier-paper'], ms: 60_000 },
};

describe.each(Object.entries(ways))('%s', (_name, { taps, ms }) => {
  /** Prints one paper, and checks what the next process does with it. Returns the steps of the first process. */
  async function oneLife(...steps: readonly number[]): Promise<number> {
    const [folder, tray] = [join(tempFolder(), 'printer'), await openTray()];
    let [isDeclined, isAsking] = [false, false];
    const left = [...(taps ?? [])];
    const hands: Replies = {
      judge(id, number, ask) {
        const about = { saleId: String(number), total: null, at: 0 };
        if (taps === null) ask({ kind: 'decide', id, outcome: 'doubt' });
        else ask({ kind: 'defer', id, about, ms, keeps: false });
      },
      changed({ id, phase }, _number, ask) {
        if (phase === 'digital') isDeclined = true;
        if (phase === 'unsure') isAsking = true;
        const tap = phase === 'asking' || phase === 'digital' ? left.shift() : undefined;
        if (tap === undefined) return;
        if (phase === 'asking') ask({ kind: 'decide', id, outcome: tap });
        else if (ask({ kind: 'print', id })) isDeclined = false;
      },
    };
    const life = await startRun(folder, tray, hands, ...steps);
    const { ended } = await printJob(life.address, printed(1) + cut);
    const isConfirmed = ended === 'closed' && (await life.steps()) !== null;
    const isOut = (): boolean => isDeclined || tray.times(1) > 0;
    // While the disk fails, the till's connection breaks, or the cashier is asked again and again.
    await expect.poll(() => life.isOver() || !isConfirmed || isAsking || (life.settled() && isOut())).toBe(true);
    const most = (await life.steps()) ?? 0;
    await life.stop();
    const next = await startRun(folder, tray, hands);
    await expect.poll(() => next.settled() && (isOut() || !isConfirmed)).toBe(true);
    await next.stop();
    const times = tray.times(1);
    const isLost = times === 0 && !isDeclined && isConfirmed;
    const files = (existsSync(folder) ? readdirSync(folder) : []).map((name) => name.replace(/^.+\./, ''));
    expect({ steps, isLost, times: Math.min(times, isDeclined ? 1 : 2), files }, `seed ${seed}`).toEqual({
      steps,
      isLost: false,
      times: isDeclined ? 0 : Math.min(times, 1),
      files: isDeclined ? ['digital'] : [],
    });
    return most;
  }

  test('is neither lost nor printed twice, whenever the disk fails or the process is killed', async () => {
    const most = await oneLife();
    expect(most).toBeGreaterThan(10);
    const each = Array.from({ length: most }, (_, index) => index + 1);
    const drawnSteps = (): number => 1 + below(most);
    const lives: (readonly number[])[] = isSoak
      ? each.flatMap((step) => [[step], [0, step, step + 1], [0, step, Number.MAX_SAFE_INTEGER]])
      : [[drawnSteps()], [0, drawnSteps(), Number.MAX_SAFE_INTEGER]];
    for (let more = volume(60, 30); more > 0; more -= 1) {
      const from = drawnSteps();
      const kill = from + 1 + below(12);
      lives.push([kill, from, kill + 1], [kill, from, from + 1]);
    }
    for (const steps of lives) await oneLife(...steps);
  });
});
