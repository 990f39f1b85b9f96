import { type Problem, problem } from '../dispatch/problem.ts';
import type { Clock } from '../ports.ts';

/** The quota of each till per minute. A quiet till may send the requests of a whole minute at once. */
export interface TillQuota {
  readonly requestsPerMinute: number;
  readonly megabytesPerMinute: number;
}

const megabyte = 1024 * 1024;
const minuteMs = 60_000;

/** The rest of a minute's quota, which a large body can make negative. It is refilled over time. */
interface Left {
  requests: number;
  bytes: number;
  at: number;
}

export type TillLimits = ReturnType<typeof createTillLimits>;

export function createTillLimits(quota: () => TillQuota, clock: Pick<Clock, 'now'>) {
  const tills = new Map<string, Left>();

  function leftOf(till: string): Left {
    const { requestsPerMinute: requests, megabytesPerMinute } = quota();
    const bytes = megabytesPerMinute * megabyte;
    const now = clock.now();
    const before = tills.get(till) ?? { requests, bytes, at: now };
    // A clock that was turned back changes nothing.
    const minutes = Math.max(0, now - before.at) / minuteMs;
    const left = {
      requests: Math.min(requests, before.requests + minutes * requests),
      bytes: Math.min(bytes, before.bytes + minutes * bytes),
      at: now,
    };
    tills.set(till, left);
    return left;
  }

  return {
    /** Counts a request and refuses it if the till has exceeded its quota. Nothing of the request has been read. */
    admit(till: string): Problem | null {
      const left = leftOf(till);
      const { requestsPerMinute, megabytesPerMinute } = quota();
      if (left.requests < 1) {
        const wait = (1 - left.requests) / requestsPerMinute;
        return tooMuch(`found more than ${requestsPerMinute} requests of this till in a minute`, wait);
      }
      if (left.bytes < 0) {
        const wait = -left.bytes / (megabytesPerMinute * megabyte);
        return tooMuch(`found more than ${megabytesPerMinute} MiB of this till in a minute`, wait);
      }
      left.requests -= 1;
      return null;
    },
    received(till: string, bytes: number) {
      leftOf(till).bytes -= bytes;
    },
  };
}

const tooMuch = (detail: string, minutes: number): Problem =>
  problem('too-many-requests', detail, { retryAfterSeconds: Math.max(1, Math.ceil((minutes * minuteMs) / 1_000)) });
