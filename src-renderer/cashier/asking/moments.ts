import { useCashier } from '../cashier-context.ts';

/** How the queue stands: what is about it is asked anew when it changes. */
export function useQueueMoment(): string {
  const { waiting, attention } = useCashier().view.status;
  return `${waiting} waiting, ${attention} refused`;
}

/** How the queue and the newest sale stand: what is on record is asked anew when they change. */
export function useRecordsMoment(): string {
  const newest = useCashier().view.recent[0]?.id ?? 'none';
  return `${useQueueMoment()}, newest ${newest}`;
}
