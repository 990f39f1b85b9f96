import { shownText } from '../../src-main/shared/foreign-text.ts';

/** The receipt address as people read it: without `https://` and a closing slash. Text only, never used to open it. */
export const shortAddress = (url: string): string =>
  shownText(url.replace(/^https?:\/\//i, '').replace(/\/$/, ''), 2_048);

/** The beginning of the last part of the address, `3F0C 9A52`, so that two people can name a receipt. */
export function shortCode(url: string): string {
  const last = url.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean);
  const [, one, other] = /^(.{4})(.{4})/.exec(last?.replace(/[^0-9a-z]/gi, '').toUpperCase() ?? '') ?? [];
  return one === undefined ? '' : `${one} ${other}`;
}
