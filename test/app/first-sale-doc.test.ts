import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { freePort } from './loopback.ts';

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

function terminal(script: string, home: string) {
  const child = spawn('bash', ['-c', script], {
    cwd: root,
    // PATH contains npm, but the Node of the project comes first, as the document requires.
    env: { PATH: process.env.PATH ?? '', HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    // Ends npm and everything that it started.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return { child, ended, out: () => out, err: () => err };
}

test('the first commands of the guide, copied unchanged, end in a delivered receipt', async () => {
  expect(blocks).toHaveLength(2);
  expect(clients).toHaveLength(3);
  const port = String(await freePort());
  const [first = '', second = ''] = blocks.map((block) => block.replaceAll('17351', port));
  const home = tempFolder();

  const app = terminal(first, home);
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: app.child.stdout }).on('line', (line) => {
      if (line.startsWith('{"ready":true,')) resolve();
    });
    void app.ended.then((code) => reject(new Error(`headless ended with ${code}: ${app.err()}`)));
  });

  const till = terminal(`set -eu\n${second}\nprintf '\\nid %s\\n' "$SALE"\n${clients.join('\n')}\n`, home);
  expect({ code: await till.ended, err: till.err() }).toEqual({ code: 0, err: '' });
  const id = /^id ([0-9a-f-]{36})$/m.exec(till.out())?.[1];
  expect(till.out().match(/^delivered http/gm)).toHaveLength(clients.length);

  const token = /POS_TOKEN=(\S+)/.exec(second)?.[1];
  let sale = { state: 'open', url: '' };
  while (sale.state !== 'delivered') {
    await wait(10);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sales/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    sale = (await answer.json()) as typeof sale;
    expect(['queued', 'delivered']).toContain(sale.state);
  }
  expect(await (await fetch(sale.url)).text()).toContain('Coffee beans');
});
