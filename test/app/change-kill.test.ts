import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { CommandInput } from '../../src-main/shared/window-commands.ts';
import { drawnRandom, volume } from '../fakes/drawn.ts';
import { dropFile } from '../fakes/drop-file.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { posClient } from './program.ts';
import { openService } from './service.ts';
import { numberedBill, numberOf } from './small-bill.ts';

type Saving = CommandInput<'connection.save'>;

/** Runs the program as a separate process, which changes its connection on command and can be killed at any moment. */
async function startHost(dataDir: string) {
  const child: ChildProcess = spawn(process.execPath, ['test/crash/change-host.ts', dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(end);
  const lines: ((line: Record<string, unknown>) => void)[] = [];
  createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) =>
    lines.shift()?.(JSON.parse(line)),
  );
  const next = () => new Promise<Record<string, unknown>>((resolve) => lines.push(resolve));
  const ready = await next();
  return {
    pos: posClient(String(ready.posApi)),
    end,
    save(input: Saving): Promise<Record<string, unknown>> {
      const answer = next();
      child.stdin?.write(`${JSON.stringify(input)}\n`);
      return answer;
    },
  };
}

/** Tries again, because the app refuses a change with `customerServed` while it processes a file. */
async function saved(host: Awaited<ReturnType<typeof startHost>>, input: Saving): Promise<Record<string, unknown>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await host.save(input);
    if (answer.code !== 'customerServed' || tries === 100) return answer;
    await wait(50);
  }
}

const kills = volume(200, 40);

test('kills during changes of the connection neither lose nor double a receipt, and the next start uses either the old or the new connection', async () => {
  const random = drawnRandom();
  const dataDir = tempFolder();
  const [a, b] = [await openService(), await openService()];
  const training: Saving = { connection: { ...a.typed.connection, mode: 'training' }, credentials: null };
  const connections: Readonly<Record<string, Saving>> = { training, a: a.typed, b: b.typed };
  /** The acknowledged receipts by connection, without those sent during a change, whose connection is unknown. */
  const acknowledged: Record<string, string[]> = { training: [], a: [], b: [] };
  let sold = 0;
  let dropped = 0;
  let open = 'training';

  const modeOf = (name: string): string => (name === 'training' ? 'training' : 'live');
  async function sell(host: Awaited<ReturnType<typeof startHost>>, name: string | null): Promise<void> {
    const reference = `sale-${++sold}`;
    const bill = numberedBill(reference);
    const answer = await host.pos.call('POST', '/receipts', { reference, bill }).catch(() => null);
    if (answer?.ok === true && name !== null) acknowledged[name]?.push(reference);
    if (!existsSync(join(dataDir, 'inbox', 'failed'))) return;
    const number = `file-${++dropped}`;
    dropFile(join(dataDir, 'inbox'), number, { reference: number, bill: numberedBill(number, 5) });
  }

  let host = await startHost(dataDir);
  for (let count = 0; count < kills; count += 1) {
    await sell(host, open);
    const others = Object.keys(connections).filter((name) => name !== open);
    const to = others[Math.floor(random.fraction() * others.length)] ?? 'a';
    const change = { ...(connections[to] as Saving), keepWaiting: true };
    const isKilled = random.fraction() < 0.8;
    const saving = isKilled ? host.save(change) : saved(host, change);
    // Without a kill the change must succeed. The app refuses it while it accepts a receipt, so no receipt is sent.
    const selling = isKilled ? sell(host, null) : null;
    if (isKilled) await wait(random.fraction() * 200);
    else expect(await saving).toMatchObject({ ok: true });
    await selling;
    if (!isKilled) await sell(host, to);
    await host.end();
    // After a kill, the next start shows which connection is used.
    host = await startHost(dataDir);
    const now = (await host.pos.json('GET', '/status')) as { mode: string };
    const possible = isKilled ? [open, to] : [to];
    expect(possible.map(modeOf)).toContain(now.mode);
    const probe = await host.pos.json('POST', '/sales', { reference: `probe-${count}`, amount: 1 });
    const isB = String(probe.url).startsWith(new URL(b.baseUrl).origin);
    open = now.mode === 'training' ? 'training' : isB ? 'b' : 'a';
    expect(possible).toContain(open);
    await host.pos.json('DELETE', `/sales/${probe.id}`);
  }

  const cancelOpen = async (): Promise<void> => {
    const { items } = (await host.pos.json('GET', '/sales?state=open&limit=100')) as { items: { id: string }[] };
    for (const { id } of items) await host.pos.json('DELETE', `/sales/${id}`);
  };
  for (const [name, service] of Object.entries({ a, b })) {
    await cancelOpen();
    expect(await saved(host, { ...service.typed, keepWaiting: true })).toMatchObject({ ok: true });
    await cancelOpen();
    for (;;) {
      const { outbox } = (await host.pos.json('GET', '/status')) as { outbox: { queued: number } };
      if (outbox.queued === 0) break;
      await wait(50);
    }
    const stored = service.simulator.ledger().bills.map(({ body }) => numberOf(body));
    expect(acknowledged[name]?.filter((reference) => !stored.includes(reference))).toEqual([]);
  }
  const stored = [a, b].flatMap(({ simulator }) => simulator.ledger().bills.map(({ body }) => numberOf(body)));
  expect(stored.filter((reference, at) => stored.indexOf(reference) !== at)).toEqual([]);
});
