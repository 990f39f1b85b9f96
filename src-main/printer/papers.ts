import type { Clock, Random } from '../ports.ts';
import type { PaperDetails, PaperOutcome, PaperPhase } from '../shared/print-view.ts';
import { within } from '../shared/waiting.ts';
import type { createDeferredJobs, DeferredJob } from './deferred-jobs.ts';
import { createDiskTurns, createPaperRelease, newPaper, type Paper, type PaperConnection } from './paper-release.ts';
import type { PrinterTarget } from './target.ts';

/** Asks a person about a print. `keeps`: when `ms` are over, no paper is printed. */
interface DeferRequest {
  readonly kind: 'defer';
  readonly id: string;
  readonly about: Omit<PaperDetails, 'at'>;
  readonly ms: number;
  readonly keeps: boolean;
}

/** A request of the main thread. Only the first decision about a print counts. `id` null: the print that waits now. */
export type PaperRequest =
  | DeferRequest
  | { readonly kind: 'decide'; readonly id: string | null; readonly outcome: PaperOutcome }
  /** `print`: a person wants a declined or missing paper. `close`: nobody needs its file any more. */
  | { readonly kind: 'print' | 'close'; readonly id: string };

/** Reports a change of a paper on disk to the main thread. */
export type PaperMessage = Readonly<Pick<Paper, 'id' | 'about' | 'phase' | 'outcome'>> & { readonly kind: 'paper' };

/** A file could not be written, so its paper is printed. */
export interface PaperUnsaved {
  readonly kind: 'paperUnsaved';
}

interface PapersParts {
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly files: ReturnType<typeof createDeferredJobs>;
  readonly target: () => PrinterTarget | null;
  readonly isOn: () => boolean;
  readonly report: (message: PaperMessage | PaperUnsaved) => void;
}

const declines: readonly PaperOutcome[] = ['customer-digital', 'cashier-digital'];
const judgeMs = 2_000;
const printRemainingMs = 5_000;

/** The paper of a file from an earlier run. If it was being printed then, a person decides. */
function paperOf({ id, state, content }: DeferredJob): Paper {
  const phases = { waiting: 'asking', releasing: 'unsure', digital: 'digital' } as const;
  const phase = content === null ? 'lost' : phases[state];
  const found = { phase, isStored: true, ...(content === null ? {} : { about: content.about }) } as const;
  return Object.assign(newPaper(id, null), found);
}

type Become = (paper: Paper, phase: PaperPhase) => void;

/** Prints papers, and knows which are being printed. */
function createPrinting(release: ReturnType<typeof createPaperRelease>, become: Become) {
  const printing = new Set<Promise<void>>();

  async function print(paper: Paper): Promise<void> {
    const result = await release.print(paper);
    if (typeof result !== 'string') {
      become(paper, 'gone');
      // The connection may still break before the printer has taken every byte.
      if (await result.arrived) return release.discard(paper);
    }
    become(paper, 'unsure');
  }

  return {
    start(paper: Paper): Promise<void> {
      become(paper, 'printing');
      const mine = print(paper).finally(() => printing.delete(mine));
      printing.add(mine);
      return mine;
    },
    /** Resolves when all papers that were to be printed are printed, and their files are removed. */
    async allPrinted(): Promise<void> {
      do {
        await Promise.all(printing);
        await release.inTurn(async () => undefined);
      } while (printing.size > 0);
    },
  };
}

/** The deferred papers. In case of doubt a paper is printed; if it may be printed already, a person decides. */
export type Papers = ReturnType<typeof createPapers>;

export function createPapers({ clock, random, files, target, isOn, report }: PapersParts) {
  const onDisk = createDiskTurns(clock);
  const papers = new Map<string, Paper>();
  let current: Paper | null = null;
  const release = createPaperRelease({ clock, files, onDisk, target });
  const { start, allPrinted } = createPrinting(release, become);

  function become(paper: Paper, phase: PaperPhase): void {
    const { id, about, outcome } = paper;
    paper.phase = phase;
    if (phase === 'gone') papers.delete(id);
    else papers.set(id, paper);
    paper.judged.resolve();
    if (paper.isStored) report({ kind: 'paper', id, about, phase, outcome });
  }

  /** Saves a paper that is not decided yet. `refused` runs if that fails; by default it prints the paper. */
  async function save(paper: Paper, refused = (): void => decide(paper, 'doubt')): Promise<void> {
    try {
      const isSaved = await onDisk(async () => {
        if (paper.phase !== 'judging') return;
        await files.save(paper.id, paper.about, Buffer.concat(paper.chunks));
        paper.isStored = true;
      });
      if (isSaved) return;
    } catch {
      // As with a disk that does not answer, the paper is printed.
    }
    report({ kind: 'paperUnsaved' });
    refused();
  }

  function decide(paper: Paper, outcome: PaperOutcome, isPaper = !declines.includes(outcome)): void {
    const isAsking = paper.phase === 'asking';
    if (!isAsking && paper.phase !== 'judging') return;
    paper.cancelTimer();
    if (current === paper) current = null;
    if (isAsking) paper.outcome = outcome;
    void (isAsking && !isPaper ? decline(paper) : start(paper));
  }

  /** If the program ends before the file has the new state, the next start prints the paper. */
  async function decline(paper: Paper): Promise<void> {
    // Set before the file is renamed, so that no later decision counts.
    paper.phase = 'digital';
    try {
      if (!(await onDisk(() => files.decline(paper.id)))) throw new Error('the disk does not answer');
      paper.chunks = [];
      become(paper, 'digital');
    } catch {
      paper.outcome = 'doubt';
      void start(paper);
    }
  }

  async function defer(paper: Paper, { about, ms, keeps }: DeferRequest): Promise<void> {
    await paper.completed.promise;
    paper.about = { ...paper.about, ...about };
    await save(paper);
    if (paper.phase !== 'judging') return;
    paper.cancelTimer();
    paper.cancelTimer = clock.setTimer(ms, () => decide(paper, 'time-over', !keeps));
    become(paper, 'asking');
  }

  function receive(request: PaperRequest): void {
    const paper = request.id === null ? current : papers.get(request.id);
    if (paper == null) return;
    if (request.kind === 'decide') decide(paper, request.outcome);
    else if (request.kind === 'defer') void (paper === current && defer(paper, request));
    else if (paper.phase !== 'unsure' && paper.phase !== 'digital' && paper.phase !== 'lost') return;
    else if (request.kind === 'print') {
      Object.assign(paper, { job: null, outcome: null });
      void start(paper);
    } else {
      papers.delete(paper.id);
      void release.discard(paper);
    }
  }

  return {
    openJob: release.openJob,
    isOn,
    receive,
    save,
    inTurn: release.inTurn,
    newPaper: (job: PaperConnection): Paper =>
      newPaper(`${clock.now()}-${Buffer.from(random.bytes(8)).toString('hex')}`, job),
    /** Call it at the first printed byte of a print. A print that still waits is printed before it. */
    began(): void {
      if (current !== null) decide(current, 'next-job');
    },
    /** Call it at the end of a print, which then waits for its verdict, unless another print has begun. */
    ended(paper: Paper): void {
      papers.set(paper.id, paper);
      if (release.hasBegun()) decide(paper, 'next-job');
      else {
        current = paper;
        paper.cancelTimer = clock.setTimer(judgeMs, () => decide(paper, 'doubt'));
      }
    },
    printNow(paper: Paper | null): void {
      if (paper !== null) decide(paper, 'doubt');
    },
    /** Prints papers of an earlier run. Resolves within 5 s, so that the port opens even if the printer is off. */
    async printRemaining(): Promise<void> {
      const remaining = (await files.remaining()).map(paperOf);
      const all = remaining.map((paper) => {
        if (paper.phase !== 'asking') return become(paper, paper.phase);
        paper.outcome = 'late';
        return start(paper);
      });
      await within(clock, printRemainingMs, Promise.all(all));
    },
    halt: release.halt,
    allPrinted,
  };
}
