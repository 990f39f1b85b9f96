import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { findMetricsTool } from '../../scripts/metrics-tools.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

/** VictoriaMetrics receives OTLP, names metrics by the rules of Prometheus and answers queries. */
export async function startReceiver() {
  const words = [
    `-storageDataPath=${join(tempFolder(), 'data')}`,
    '-httpListenAddr=127.0.0.1:0',
    '-opentelemetry.usePrometheusNaming',
    // Makes received metrics visible at once.
    '-search.latencyOffset=0s',
    '-search.disableCache',
  ];
  const child = spawn(findMetricsTool('victoria-metrics'), words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  let isOver = false;
  const listening = Promise.withResolvers<string>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    stderr += `${line}\n`;
    const address = /started server at (http:\S+?)\/?$/.exec(line)?.[1];
    if (address !== undefined) listening.resolve(address);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => {
    isOver = true;
    listening.reject(new Error(stderr));
  });
  onTestFinished(async () => {
    isOver = true;
    child.kill('SIGKILL');
    await ended;
  });
  const base = await listening.promise;

  async function getData(path: string): Promise<unknown> {
    await fetch(`${base}/internal/force_flush`);
    const answer = await fetch(`${base}/api/v1/${path}`);
    return Reflect.get(Object(await answer.json()), 'data');
  }
  /** The series of an expression or name at this moment. */
  async function query(expression: string) {
    const found = (await getData(`query?query=${encodeURIComponent(expression)}`)) as {
      result: { metric: Record<string, string>; value: [number, string] }[];
    };
    return found.result.map(({ metric, value: [, value] }) => ({ labels: metric, value: Number(value) }));
  }
  return {
    url: `${base}/opentelemetry/v1/metrics`,
    query,
    /** Waits until there are series. */
    async soon(expression: string) {
      for (;;) {
        const series = await query(expression);
        if (series.length > 0) return series;
        if (isOver) throw new Error(`the receiver has ended, or the test: ${stderr}`);
        await nextTurn();
      }
    },
    names: async () => (await getData('label/__name__/values')) as readonly string[],
  };
}
