import { createServer } from 'node:http';
import { Session } from 'node:inspector';

/**
 * Counts the work of the process that preloads this file (`node --import`), because a duration depends on the computer.
 * Ask it over the socket that WORK_COUNTER names; each answer starts a new count.
 */
export interface Work {
  /** The number of times that V8 entered a block of JavaScript: the turns of loops, and calls. */
  readonly steps: number;
  /** The characters and entries that built-in functions received. */
  readonly walked: number;
  /** The allocated bytes as V8 samples them, including copies by built-in functions. */
  readonly allocated: number;
  /** The regular expressions that got a text longer than `longText`. */
  readonly patterns: readonly string[];
}

const longText = 20_000;
const sampleBytes = 65_536;

let walked = 0;
const patterns = new Set<string>();

type Method = (this: { readonly length: number }, ...given: unknown[]) => unknown;

/** Replaces built-in methods by methods that count the entries they read. */
function countCalls(
  owner: object,
  names: readonly string[],
  costOf: (subject: { readonly length: number }, given: readonly unknown[], result: unknown) => number,
): void {
  for (const name of names) {
    const method = Reflect.get(owner, name) as Method;
    const counted: Method = function (...given) {
      const result = method.apply(this, given);
      walked += costOf(this, given, result);
      return result;
    };
    Object.defineProperty(owner, name, { value: counted, writable: true, configurable: true });
  }
}

function countBuiltIns(): void {
  const whole = ({ length }: { readonly length: number }): number => length;
  countCalls(
    String.prototype,
    ['includes', 'replace', 'replaceAll', 'split', 'trim', 'toLowerCase', 'toUpperCase', 'normalize', 'match'],
    whole,
  );
  countCalls(String.prototype, ['toWellFormed', 'isWellFormed', 'matchAll', 'localeCompare'], whole);
  countCalls(String.prototype, ['indexOf'], ({ length }, [, from], found) =>
    Math.max(0, (found === -1 ? length : Number(found)) - Number(from ?? 0)),
  );
  countCalls(Array.prototype, ['includes', 'indexOf', 'slice', 'concat', 'reverse', 'join', 'sort', 'toSorted'], whole);
  countCalls(JSON, ['parse'], (_json, [text]) => String(text).length);
  countCalls(JSON, ['stringify'], (_json, _given, text) => String(text).length);
  const exec = RegExp.prototype.exec;
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    // A sticky expression tests only one position.
    const end = this.sticky ? from + 1 : String(text).length;
    const until = found === null ? end : found.index + found[0].length;
    walked += Math.max(0, until - from);
    if (String(text).length > longText) patterns.add(String(this));
    return found;
  };
}

const session = new Session();
session.connect();

/** Sessions inside the process answer before `post` returns. */
function ask(method: string, options: object = {}): unknown {
  let answer: unknown;
  session.post(method, options, (error, result) => {
    if (error !== null) throw error;
    answer = result;
  });
  return answer;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

interface Sampled {
  readonly profile: { readonly samples: readonly { readonly size: number }[] };
}

const sampling = {
  samplingInterval: sampleBytes,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
};

export function startCounting(): void {
  ask('Profiler.enable');
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  ask('HeapProfiler.startSampling', sampling);
  countBuiltIns();
}

export function takeWork(): Work {
  const { result } = ask('Profiler.takePreciseCoverage') as Coverage;
  let steps = 0;
  for (const { url, functions } of result) {
    if (url.includes('work-counter')) continue;
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  const { profile } = ask('HeapProfiler.stopSampling') as Sampled;
  const taken: Work = {
    steps,
    walked,
    allocated: profile.samples.reduce((sum, { size }) => sum + size, 0),
    patterns: [...patterns],
  };
  ask('HeapProfiler.startSampling', sampling);
  walked = 0;
  patterns.clear();
  return taken;
}

const { WORK_COUNTER: socket } = process.env;
if (socket !== undefined) {
  startCounting();
  createServer((_request, response) => response.end(JSON.stringify(takeWork())))
    .listen(socket)
    .unref();
}
