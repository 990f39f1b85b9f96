import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { freePort } from './loopback.ts';
import { exec, posClient } from './program.ts';

/** Runs the first commands of docs/pos/first-sale.md in two terminals. Only the port differs. */

const root = join(import.meta.dirname, '../..');
const section =
  /^## From nothing to a delivered receipt\n(.*?)^## /ms.exec(
    readFileSync(join(root, 'docs/pos/first-sale.md'), 'utf8'),
  )?.[1] ?? '';
const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
const clients = [...(/^Or let a client do it: (.*)$/m.exec(section)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
  ([, command = '']) => command,
);

test('the first commands of the guide, copied unchanged, end in a delivered receipt', async () => {
  expect(blocks).toHaveLength(2);
  expect(clients).toHaveLength(3);
  const port = String(await freePort());
  const [first = '', second = ''] = blocks.map((block) => block.replaceAll('17351', port));
  // PATH contains npm, but the Node of the project comes first, as the document requires.
  const place = { cwd: root, env: { PATH: process.env.PATH ?? '', HOME: tempFolder() } };
  const app = spawn('bash', ['-c', first], { ...place, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = once(app, 'close');
  onTestFinished(async () => {
    // Ends npm and everything that it started.
    if (app.exitCode === null && app.pid !== undefined) process.kill(-app.pid, 'SIGKILL');
    await ended;
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: app.stdout }).on('line', (line) => {
      if (line.startsWith('{"ready":true,')) resolve();
    });
    void Promise.all([ended, text(app.stderr)]).then(([[code], err]) =>
      reject(new Error(`headless ended with ${code}: ${err}`)),
    );
  });

  const script = `set -eu\n${second}\nprintf '\\nid %s\\n' "$SALE"\n${clients.join('\n')}\n`;
  const till = await exec('bash', ['-c', script], place);
  expect(till).toMatchObject({ code: 0, err: '' });
  const id = /^id ([0-9a-f-]{36})$/m.exec(till.out)?.[1];
  expect(till.out.match(/^delivered http/gm)).toHaveLength(clients.length);

  const token = /POS_TOKEN=(\S+)/.exec(second)?.[1];
  const { url } = await posClient(`http://127.0.0.1:${port}/v1`, token).sale(id, ({ state }) => {
    expect(['queued', 'delivered']).toContain(state);
    return state === 'delivered';
  });
  expect(await (await fetch(String(url))).text()).toContain('Coffee beans');
});
