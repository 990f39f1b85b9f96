import { commandsOn } from '../dispatch/dispatch.ts';
import { done } from '../shared/result.ts';
import type { RefusedRequest } from '../shared/window-commands.ts';

/** The number that a person can read through. They are for developers of a till, and end with the program. */
const mostKept = 200;

export type RefusedRequests = ReturnType<typeof createRefusedRequests>;

/** The last refused requests of tills: the till, the route and the wrong fields, without the content. */
export function createRefusedRequests() {
  const kept: RefusedRequest[] = [];
  return {
    note(request: RefusedRequest) {
      kept.unshift(request);
      kept.length = Math.min(kept.length, mostKept);
    },
    /** The newest first. */
    list: (): RefusedRequest[] => [...kept],
  };
}

export const refusedRequestCommands = commandsOn<{ readonly refusedRequests: Pick<RefusedRequests, 'list'> }>()(
  'program',
  { 'requests.list': ({ refusedRequests }) => done(refusedRequests.list()) },
);
