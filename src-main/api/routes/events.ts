import { problem } from '../problem.ts';
import { defineRoute, type Route, refuse } from '../route.ts';
import { openSaleExample, statusExample } from './examples.ts';

const example = [
  'retry: 3000',
  '',
  `event: status\nid: lx2k9-41\ndata: ${JSON.stringify(statusExample)}`,
  '',
  `event: sale\nid: lx2k9-42\ndata: ${JSON.stringify(openSaleExample)}`,
  '',
].join('\n');

/** Changes as they happen (pos-api.md "Routes"). */
export const eventRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/v1/events',
    access: 'sale',
    name: 'streamEvents',
    summary: 'Server-Sent Events: `sale` (a Sale), `status` (the status) and `reset` (events were missed: read anew)',
    answers: {
      200: {
        description: 'A stream; send `Last-Event-ID` to go on behind that event',
        mediaType: 'text/event-stream',
        example,
      },
    },
    problems: ['too-many-streams'],
    handle({ till, lastEventId, stillPaired }, { hub }) {
      if (!hub.hasRoom(till)) {
        return refuse(
          problem('too-many-streams', 'Close a stream before you open another.', { retryAfterSeconds: 30 }),
        );
      }
      return {
        kind: 'stream',
        open(response, headers) {
          response.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' });
          hub.open(response, { till, lastEventId, stillPaired });
        },
        drop: () => undefined,
      };
    },
  }),
];
