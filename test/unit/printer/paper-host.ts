import * as fs from 'node:fs/promises';
import { createDeferredJobs } from '../../../src-main/printer/deferred-jobs.ts';
import { createPaperJob } from '../../../src-main/printer/paper-job.ts';
import { createPapers, type PaperRequest } from '../../../src-main/printer/papers.ts';
import type { PrintBytes } from '../../../src-main/printer/print.ts';
import { createPrintSplitter } from '../../../src-main/printer/prints.ts';
import { createRelay } from '../../../src-main/printer/relay.ts';
import { addressOf } from '../../../src-main/printer/target.ts';
import { systemClock as clock, systemRandom as random } from '../../../src-main/system-ports.ts';

/**
 * The relay with its deferred papers in a separate process. Each operation of the disk has two steps: before and after
 * it. At the step `killAt` the process ends itself with SIGKILL. From `failFrom` to `failTo` each step fails. A failure
 * before an operation leaves it undone. After a failure that follows an operation, it is done but reports an error.
 */
const [folder = '', printer = '', ...numbers] = process.argv.slice(2);
const [killAt = 0, failFrom = 0, failTo = 0] = numbers.map(Number);
const target = addressOf(printer);
if (target === null) throw new Error('no printer');
let step = 0;
/** Which of the next operations fail: before or after they are done, or some of both. */
let refuses: DiskFault = null;
export type DiskFault = 'before' | 'after' | 'some' | null;

function atStep(place: 'before' | 'after'): void {
  step += 1;
  if (step === killAt) process.kill(process.pid, 'SIGKILL');
  const isDrawn = refuses === 'some' && step % 5 < 2;
  if (refuses === place || isDrawn || (step >= failFrom && step < failTo))
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
}
const stepped =
  <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
  async (...given: Given): Promise<Result> => {
    atStep('before');
    const result = await work(...given);
    atStep('after');
    return result;
  };
async function open(...given: Parameters<typeof fs.open>): Promise<fs.FileHandle> {
  atStep('before');
  const file = await fs.open(...given);
  try {
    atStep('after');
  } catch (error) {
    await file.close();
    throw error;
  }
  file.sync = stepped(file.sync.bind(file));
  file.writeFile = stepped(file.writeFile.bind(file));
  return file;
}
const disk = {
  open,
  mkdir: stepped(fs.mkdir) as typeof fs.mkdir,
  rename: stepped(fs.rename),
  rm: stepped(fs.rm),
};

const codesShown = () => 0;
const say = (message: object): void => void (process.connected && process.send?.(message));
const papers = createPapers({
  clock,
  random,
  files: createDeferredJobs(folder, Buffer.alloc(32, 7), random, disk),
  target: () => target,
  isOn: () => true,
  report: say,
});
const give = (print: PrintBytes, codes: number, paper: string | null): void =>
  say({ kind: 'print', text: Buffer.from(print.bytes).toString('latin1'), codes, paper });
const relay = createRelay({
  clock,
  report: say,
  copyJob: () => createPrintSplitter({ clock, codesShown, onPrint: () => undefined }),
  paperJob: (till, to) => createPaperJob({ clock, papers, till, to, give, codesShown }),
});

export type ToHost =
  | PaperRequest
  | { readonly kind: 'stop' }
  | { readonly kind: 'ping' }
  | { readonly kind: 'disk'; readonly refuses: DiskFault };
let isStopping = false;
process.on('message', (message: ToHost) => {
  // While the app stops, its windows are closed and send no more requests.
  if (isStopping) return;
  if (message.kind === 'stop') void stop();
  else if (message.kind === 'ping') say({ kind: 'pong', steps: step });
  else if (message.kind === 'disk') refuses = message.refuses;
  else papers.receive(message);
});
async function stop(): Promise<void> {
  isStopping = true;
  papers.halt();
  papers.receive({ kind: 'decide', id: null, outcome: 'app-stop' });
  relay.stop();
  await papers.allPrinted();
  process.disconnect();
}
await papers.printRemaining();
relay.set({ listen: { host: '127.0.0.1', port: 0 }, target, allowed: [], keepsPapers: true });
