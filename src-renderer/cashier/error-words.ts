import type { AppErrorCode } from '../../src-main/lib/result.ts';
import { keyFor, type PlainCashierKey } from '../text/i18n.ts';

/** `errorOffline` for `offline`: a new code does not compile without its sentence. */
export const errorWords = (code: AppErrorCode) => keyFor('error', code) satisfies PlainCashierKey;
