import type { AppErrorCode } from '../../src-main/lib/result.ts';
import type { PlainCashierKey } from '../text/i18n.ts';

/** `errorOffline` for `offline`: a new code does not compile without its sentence. */
export const errorWords = (code: AppErrorCode) =>
  `error${code.charAt(0).toUpperCase()}${code.slice(1)}` as `error${Capitalize<AppErrorCode>}` satisfies PlainCashierKey;
