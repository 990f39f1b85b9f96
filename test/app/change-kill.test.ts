import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { CommandInput } from '../../src-main/shared/window-commands.ts';
import { liveFolderName } from '../../src-main/storage/connection-folders.ts';
import { drawnRandom, volume } from '../fakes/drawn.ts';
import { dropFile } from '../fakes/drop-file.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { posClient } from './program.ts';
import { openService, secondUser } from './service.ts';
import { numberedBill, numberOf } from './small-bill.ts';

type Saving = CommandInput<'connection.save'>;
type KilledSaving = Saving & { readonly endAfter?: number };

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
    ready,
    pos: posClient(String(ready.posApi)),
    end,
    exited,
    save(input: KilledSaving): Promise<Record<string, unknown>> {
      const answer = next();
      child.stdin?.write(`${JSON.stringify(input)}\n`);
      return answer;
    },
  };
}

/** Tries again, because the app refuses a change with `customerServed` while it processes a file. */
async function saved(
  host: Awaited<ReturnType<typeof startHost>>,
  input: KilledSaving,
): Promise<Record<string, unknown>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await host.save(input);
    if (answer.code !== 'customerServed' || tries === 100) return answer;
    await wait(50);
  }
}

const kills = volume(200, 40);

/** In every run: a power cut directly after the keychain received the account of another user at the same address. */
const firstChanges = [
  { to: 'a', kill: 'none', endAfter: 0 },
  { to: 'otherUser', kill: 'write', endAfter: 1 },
] as const;

test('kills during changes of the connection neither lose nor double a receipt, and the next start uses either the old or the new connection', async () => {
  const random = drawnRandom();
  const dataDir = tempFolder();
  const [a, b] = [await openService({ account: { storeIds: ['store-1', 'store-2'] } }), await openService()];
  const training: Saving = { connection: { ...a.typed.connection, mode: 'training' }, credentials: null };
  const otherUser: Saving = {
    connection: { ...a.typed.connection, storeId: 'store-2' },
    credentials: await secondUser(a),
  };
  const live = { a: a.typed, b: b.typed, otherUser };
  const connections: Readonly<Record<string, Saving>> = { training, ...live };
  /** The acknowledged receipts by connection, without those sent during a change, whose connection is unknown. */
  const acknowledged: Record<string, string[]> = { training: [], a: [], b: [], otherUser: [] };
  let sold = 0;
  let dropped = 0;
  let open = 'training';

  const isOpen = ({ folder, storeId }: Record<string, unknown>, { connection, credentials }: Saving): boolean =>
    connection.mode === 'training'
      ? folder === 'training'
      : folder === liveFolderName(connection.baseUrl, credentials?.username ?? '') && storeId === connection.storeId;
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
    const drawn = {
      to: others[Math.floor(random.fraction() * others.length)] ?? 'a',
      kill: (['none', 'time', 'time', 'write', 'write'] as const)[Math.floor(random.fraction() * 5)],
      endAfter: 1 + Math.floor(random.fraction() * 4),
    };
    const { to, kill, endAfter } = firstChanges[count] ?? drawn;
    const change = { ...(connections[to] as Saving), keepWaiting: true };
    if (kill === 'write') await Promise.race([saved(host, { ...change, endAfter }), host.exited]);
    else if (kill === 'time') {
      void host.save(change);
      const selling = sell(host, null);
      await wait(random.fraction() * 200);
      await selling;
    } else {
      // Without a kill the change must succeed. The app refuses it while it accepts a receipt, so no receipt is sent.
      expect(await saved(host, change)).toMatchObject({ ok: true });
      await sell(host, to);
    }
    await host.end();
    // After a kill, the next start shows which connection is used.
    host = await startHost(dataDir);
    const found = Object.keys(connections).filter((name) => isOpen(host.ready, connections[name] as Saving));
    const possible = kill === 'none' ? [to] : [open, to];
    open = found[0] ?? 'a mixture';
    expect(possible).toContain(open);
  }

  const cancelOpen = async (): Promise<void> => {
    const { items } = (await host.pos.json('GET', '/sales?state=open&limit=100')) as { items: { id: string }[] };
    for (const { id } of items) await host.pos.json('DELETE', `/sales/${id}`);
  };
  for (const [name, typed] of Object.entries(live)) {
    await cancelOpen();
    expect(await saved(host, { ...typed, keepWaiting: true })).toMatchObject({ ok: true });
    await cancelOpen();
    for (;;) {
      const { outbox } = (await host.pos.json('GET', '/status')) as { outbox: { queued: number } };
      if (outbox.queued === 0) break;
      await wait(50);
    }
    const { bills } = (name === 'b' ? b : a).simulator.ledger();
    const own = bills.filter(({ storeId }) => storeId === typed.connection.storeId);
    const stored = own.map(({ body }) => numberOf(body));
    expect(acknowledged[name]?.filter((reference) => !stored.includes(reference))).toEqual([]);
  }
  const stored = [a, b].flatMap(({ simulator }) => simulator.ledger().bills.map(({ body }) => numberOf(body)));
  expect(stored.filter((reference, at) => stored.indexOf(reference) !== at)).toEqual([]);
});
