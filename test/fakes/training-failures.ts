import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the service of training fail in the ways that docs/pos/errors-and-limits.md describes. */
export function trainingFailures(control: () => string) {
  const page = readFileSync(join(import.meta.dirname, '../../docs/pos/errors-and-limits.md'), 'utf8');
  const lists = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '') as Readonly<Record<string, object>>;
  const switches = [...page.matchAll(/^- .*`(\{.*?\})`, and `(\{.*?\})` ends it\.$/gm)];
  const switched = (what: string): string => switches.find(([, body = '']) => body.includes(what))?.[1] ?? '';

  const ask = async (method: 'POST' | 'DELETE', path: string, body?: string): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${control()}/${path}`, { method, headers, ...(body !== undefined && { body }) });
    if (!answer.ok) throw new Error(`${path} ${answer.status}: ${await answer.text()}`);
  };
  return {
    fails: (name: string): Promise<void> => ask('POST', 'faults', JSON.stringify(lists[name])),
    /** Sends the object from that page that contains this switch. */
    switchOff: (name: string): Promise<void> => ask('POST', 'state', switched(name)),
    async recovers(): Promise<void> {
      await ask('DELETE', 'faults');
      for (const [, , back = ''] of switches) await ask('POST', 'state', back);
    },
  };
}
