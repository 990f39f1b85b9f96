import type { CustomerScreen } from '../../src-main/shared/views.ts';
import type { CustomerText, PlainCustomerKey } from './i18n.ts';

const accountWords = {
  before: { title: 'accountBeforeTitle', text: 'accountBeforeText' },
  after: { title: 'accountBeforeTitle', text: 'accountAfterText' },
  ready: { title: 'accountReadyTitle', text: 'accountReadyText' },
} as const;

/** An amount, a code and "Scan" alone would look like a request to pay. A replaced code must be scanned again. */
function qrWords({ phase, soon, replaced, paperRequested, total }: Extract<CustomerScreen, { kind: 'qr' }>) {
  if (replaced) return { title: 'qrReplacedTitle', text: 'qrReplacedText' } as const;
  const isRefund = total !== null && total.amount < 0;
  const title = isRefund ? 'qrRefundTitle' : phase === 'before' ? 'qrTitle' : 'qrPaidTitle';
  // The answer to a touch is the headline, because every display has room for it.
  if (paperRequested) return { title: 'paperTitle', text: 'paperText' } as const;
  return { title, text: whenWords({ phase, soon }) } as const;
}

function whenWords({ phase, soon }: Pick<Extract<CustomerScreen, { kind: 'qr' }>, 'phase' | 'soon'>) {
  if (phase === 'ready') return 'qrReadyText';
  if (!soon) return 'qrLaterText';
  return phase === 'before' ? 'qrBeforeText' : 'qrAfterText';
}

export function screenSentences(
  screen: CustomerScreen,
  t: CustomerText,
): { readonly title: string; readonly text: string | null } {
  switch (screen.kind) {
    case 'basket':
      return { title: t('basketTitle'), text: null };
    case 'qr': {
      const { title, text } = qrWords(screen);
      return { title: t(title), text: t(text) };
    }
    case 'scanned':
      return { title: t('scannedTitle'), text: t(whenWords(screen)) };
    case 'account': {
      const { title, text } = accountWords[screen.phase];
      return { title: t(title), text: t(text) };
    }
    case 'welcome':
      return { title: t('welcomeTitle'), text: screen.points === null ? t('welcomeText') : null };
    default:
      return {
        title: t(`${screen.kind}Title` satisfies PlainCustomerKey),
        text: t(`${screen.kind}Text` satisfies PlainCustomerKey),
      };
  }
}
