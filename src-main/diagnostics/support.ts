import { strToU8, zipSync } from 'fflate';
import { commandsOn } from '../dispatch/dispatch.ts';
import type { Clock } from '../ports.ts';
import { jsonOf, recordOf } from '../shared/json.ts';
import { isLogField, isTraceId, logFields } from '../shared/redact.ts';
import { done, type Result } from '../shared/result.ts';
import type { Settings } from '../shared/settings.ts';
import type { StatusResource } from '../shared/till-view.ts';
import type { CommandOutput } from '../shared/window-commands.ts';
import type { WaitingUpdate } from './update-watch.ts';

export interface Support {
  readonly clock: Pick<Clock, 'now'>;
  readonly version: string;
  readonly program: string;
  readonly platform: string;
  readonly saveExport: (name: string, content: Uint8Array) => Result<{ readonly path: string }>;
  readonly status: () => StatusResource;
  readonly settings: () => Settings;
  readonly logTail: () => string;
  readonly waitingUpdate: () => WaitingUpdate | null;
}

const mostLinesShown = 200;
const mostLinesWritten = 5_000;

/** `status` is null if no app answers. */
type Source = Pick<Support, 'clock' | 'settings' | 'logTail'> & { readonly status: () => StatusResource | null };

/** The content of the support file. It has no secret and no customer data. */
const filesOf = (support: Source, about: object) => ({
  'about.json': inJson({ ...about, writtenAt: new Date(support.clock.now()).toISOString() }),
  'health.json': inJson(healthOf(support.status())),
  'settings.json': inJson(choicesOf(support.settings())),
  'log.jsonl': supportLines(support.logTail(), mostLinesWritten)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
});

export function supportZip(support: Source, about: object) {
  const texts = Object.entries(filesOf(support, about)).map(([file, text]) => [file, strToU8(text)]);
  return {
    name: `support-${new Date(support.clock.now()).toISOString().slice(0, 19).replaceAll(':', '-')}.zip`,
    bytes: zipSync(Object.fromEntries(texts), { level: 6 }),
  };
}

function aboutOf({ version, program, platform, ...support }: Support): CommandOutput<'diagnostics.get'> {
  const { keyStorage, deviations } = support.status();
  const update = support.waitingUpdate();
  return { version, program, platform, keyStorage, update, deviations };
}

const inJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Counts and states; no id of a sale or a store. */
const healthOf = (status: StatusResource | null) => {
  if (status === null) return null;
  const { mode, service, pool, outbox, display, notices, keyStorage, version } = status;
  const { queued, attention, oldestSeconds } = outbox;
  return {
    mode,
    service,
    notices,
    keyStorage,
    version,
    pool: { available: pool.available, target: pool.target },
    outbox: { queued, attention, oldestSeconds },
    display: { connected: display.connected, showing: display.showing },
  };
};

/** Contains numbers, switches and which addresses are set, but no text that a person has typed. */
const choicesOf = (settings: Settings) =>
  Object.fromEntries(
    Object.entries(settings).map(([section, values]) => [
      section,
      typeof values === 'string'
        ? values
        : Object.fromEntries(
            Object.entries(values).map(([key, value]) => [
              key,
              typeof value === 'number' || typeof value === 'boolean' || value === null ? value : shapeOf(value),
            ]),
          ),
    ]),
  );

const shapeOf = (value: unknown): string => {
  if (Array.isArray(value)) return `${value.length} entries`;
  return value === '' ? 'empty' : 'set';
};

export const supportCommands = commandsOn<{ readonly support: Support }>()('program', {
  'diagnostics.get': ({ support }) => done(aboutOf(support)),
  'diagnostics.log': ({ support }) =>
    done(supportLines(support.logTail(), mostLinesShown).map((line) => ({ ...line, fields: { ...line.fields } }))),
  'support.write'({ support }) {
    const { name, bytes } = supportZip(support, aboutOf(support));
    return support.saveExport(name, bytes);
  },
});

/** Texts of the program such as `no-connection` or `POST /v3/bill/url`. They contain no long number. */
const harmlessText = /^(?:[a-zA-Z][\w.-]{0,63}|(?:GET|POST|PUT|DELETE) \/[\w./{}-]{0,63})$/;
const longNumber = /\d{5}/;
/** Ids, hashes and keys are long and mixed; names in the program are not. */
const mixed = /(?=[^\d]*\d[^\d]*\d[^\d]*\d)[\w-]{16}/;

const eventName = /^[a-z][a-z-]{0,63}$/;
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

type SupportLine = CommandOutput<'diagnostics.log'>[number];

const isHarmless = (name: string, value: unknown): value is string | number | boolean => {
  if (name === 'traceId') return isTraceId(value);
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return Math.abs(value) < 1e9;
  return typeof value === 'string' && harmlessText.test(value) && !longNumber.test(value) && !mixed.test(value);
};

const levels = ['info', 'warn', 'error'] as const;

export function supportLine(text: string): SupportLine | null {
  const line = recordOf(jsonOf(text));
  if (line === null) return null;
  const { level, time, event, fields } = line;
  const known = levels.find((one) => one === level);
  if (known === undefined || typeof time !== 'string' || !isoTime.test(time)) return null;
  if (typeof event !== 'string' || !eventName.test(event)) return null;
  const all = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  // Keeps only listed fields that are words or numbers of the program. The log itself was already redacted.
  const included = all.filter(
    ([name, value]) => isLogField(name) && logFields[name] === 'leaves' && isHarmless(name, value),
  );
  return { level: known, time, event, fields: Object.fromEntries(included) as SupportLine['fields'] };
}

/** The newest `most` lines, oldest first. */
export const supportLines = (text: string, most: number): readonly SupportLine[] =>
  text
    .split('\n')
    .slice(-most - 1)
    .map(supportLine)
    .filter((line) => line !== null)
    .slice(-most);
