import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SystemPorts } from '../ports.ts';
import type { SaleRepository } from '../sales/repository.ts';
import type { Settings } from '../shared/settings.ts';
import type { SaleTable, SettledPlace } from '../storage/sale-table.ts';

interface RetentionParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly table: Pick<SaleTable, 'settledBefore'>;
  readonly saleRepository: Pick<SaleRepository, 'forget' | 'transaction'>;
  /** The folder of the database. Files written for people and copies of the database are removed from it, too. */
  readonly folder: string;
  readonly settings: () => Settings;
  readonly mayRemove: () => boolean;
}

const dayMs = 24 * 3_600_000;
/** The number of sales in a batch and the pause after it, so that no till waits. */
const batch = 50;
const pauseMs = 50;
/** The delay before the next attempt after an error, such as a full disk, or while the date is uncertain. */
const againMs = 10 * 60_000;

/** Removes data that name a customer, and keeps the sales. It runs once a day in small batches, oldest sales first. */
export function createRetention({ table, saleRepository, folder, settings, mayRemove, clock, log }: RetentionParts) {
  let cancelTimer: () => void = () => undefined;
  let isHeld = false;
  const keepDays = (): number => settings().retention.days;

  function lookIn(ms: number, after: SettledPlace | null = null, removed = 0): void {
    cancelTimer = clock.setTimer(ms, () => look(after, removed));
  }

  function look(after: SettledPlace | null, removedBefore: number) {
    isHeld = !mayRemove();
    if (isHeld) return lookIn(againMs);
    const before = clock.now() - keepDays() * dayMs;
    let sales: readonly SettledPlace[];
    let files = 0;
    try {
      if (after === null) files = removeOldFiles(folder, before);
      sales = table.settledBefore(after, before, batch);
      saleRepository.transaction(() => {
        for (const { id } of sales) saleRepository.forget(id);
      });
    } catch (error) {
      log.warn('retention-not-completed', { error: String(error) });
      return lookIn(againMs);
    }
    if (files > 0) log.info('old-files-removed', { count: files, keepDays: keepDays() });
    const removed = removedBefore + sales.length;
    const last = sales.at(-1);
    if (sales.length === batch && last !== undefined) return lookIn(pauseMs, last, removed);
    if (removed > 0) log.info('receipt-bodies-removed', { count: removed, keepDays: keepDays() });
    lookIn(dayMs);
  }

  return {
    start: (): void => look(null, 0),
    dateConfirmed() {
      if (!isHeld) return;
      cancelTimer();
      look(null, 0);
    },
    stop: (): void => cancelTimer(),
  };
}

/** Matches files that the program writes for people. Files of others are not touched. */
const exported = /^(?:(?:receipts|refused|waiting|receipt|support)-.+\.(?:csv|json|pdf|zip)(?:\.new)?)$/;
/** Copies of the database from before an update. They contain bills that were removed from the current database. */
const copied = /^receipts\.before-schema-.+\.db(?:-wal|-shm|-journal)?$/;

export function removeOldFiles(folder: string, writtenBefore: number): number {
  const dataDir = dirname(folder);
  const listed = (place: string, names: RegExp): readonly string[] =>
    existsSync(place) ? readdirSync(place).flatMap((name) => (names.test(name) ? [join(place, name)] : [])) : [];
  const written = [folder, dataDir].flatMap((place) => listed(join(place, 'exports'), exported));
  const old = [...written, ...listed(folder, copied)].filter((path) => {
    const found = lstatSync(path);
    return found.isFile() && found.mtimeMs < writtenBefore;
  });
  for (const path of old) rmSync(path);
  return old.length;
}
