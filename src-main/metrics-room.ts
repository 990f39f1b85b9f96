import { createHash } from 'node:crypto';
import type { AppConfig, AppPorts } from './app-parts.ts';
import { createMetrics, type MetricsTarget } from './diagnostics/metrics.ts';
import { observationsOf, observeComputer } from './flows/upkeep/observations.ts';
import type { StatusResource } from './kernel/till-view.ts';
import { readNetworkError } from './service/network-errors.ts';
import type { Computer } from './settings/computer.ts';

/** The metrics of this program, with what says whose they are; `start` waits for nothing that is not on this computer. */
export function metricsOf(
  ports: AppPorts,
  config: AppConfig,
  around: { readonly computer: Computer; readonly status: () => StatusResource },
): { readonly start: () => Promise<void>; readonly stop: () => Promise<void> } {
  const room = ports.metrics ?? createMetrics();
  const target = (): MetricsTarget | null => {
    const { metrics, service } = ports.settings.current();
    if (metrics.url === '') return null;
    return {
      url: metrics.url,
      everyMs: metrics.everySeconds * 1_000,
      authorization: config.metricsAuthorization?.(metrics.url) ?? null,
      resource: {
        'service.name': 'receipt-companion',
        'service.version': config.version,
        'service.instance.id':
          metrics.instance === '' ? instanceId(around.computer.id, config.dataDir) : metrics.instance,
        ...(metrics.withStoreId && service.storeId !== '' && { 'receipt_companion.store.id': service.storeId }),
      },
    };
  };
  let started = '';
  let endSettings: () => void = () => undefined;
  const begin = (): Promise<void> => {
    const now = target();
    const words = JSON.stringify(now);
    if (words === started) return Promise.resolve();
    started = words;
    return room.start({
      ...ports,
      version: config.version,
      target: now,
      codeOf: (error) => readNetworkError(error).code,
      observe: async () => [...observationsOf(around.status()), ...(await observeComputer(config.dataDir))],
    });
  };
  return {
    start() {
      // A policy may change them at any time.
      endSettings = ports.settings.onChange(() => void begin());
      return begin();
    },
    stop() {
      endSettings();
      return room.stop();
    },
  };
}

/** The same at every start, another one for every account and computer, and no way back to either. */
function instanceId(computer: string, dataDir: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(['metrics', computer, dataDir]))
    .digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
