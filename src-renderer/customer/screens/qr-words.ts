import type { CustomerScreen } from '../../../src-main/contract/views.ts';

/** A replaced code has to be scanned again, whatever the phase. */
export function qrWords({ phase, replaced }: Pick<Extract<CustomerScreen, { kind: 'qr' }>, 'phase' | 'replaced'>) {
  if (replaced) return { title: 'qrReplacedTitle', text: 'qrReplacedText' } as const;
  if (phase === 'before') return { title: 'qrBeforeTitle', text: 'qrBeforeText' } as const;
  if (phase === 'after') return { title: 'qrAfterTitle', text: 'qrAfterText' } as const;
  return { title: 'qrReadyTitle', text: 'qrReadyText' } as const;
}
