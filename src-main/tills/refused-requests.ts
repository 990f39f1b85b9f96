import { commandsOn } from '../dispatch/dispatch.ts';
import { done } from '../shared/result.ts';
import type { RefusedRequest } from '../shared/window-commands.ts';

/** The most requests in the list, for developers of a till. The list ends with the program. */
const mostKept = 200;

export type RefusedRequests = ReturnType<typeof createRefusedRequests>;

/** The last refused requests: the till, the route and the wrong fields, without the content. */
export function createRefusedRequests() {
  const kept: RefusedRequest[] = [];
  return {
    note(request: RefusedRequest) {
      kept.unshift(request);
      kept.length = Math.min(kept.length, mostKept);
    },
    /** The newest request is first. */
    list: (): RefusedRequest[] => [...kept],
  };
}

export const refusedRequestCommands = commandsOn<{ readonly refusedRequests: Pick<RefusedRequests, 'list'> }>()(
  'program',
  { 'requests.list': ({ refusedRequests }) => done(refusedRequests.list()) },
);
