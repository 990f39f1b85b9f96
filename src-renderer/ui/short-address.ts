import { shownText } from '../../src-main/shared/foreign-text.ts';

/** The receipt address for people, without `https://` and a final slash. Never used to open it. */
export const shortAddress = (url: string): string =>
  shownText(url.replace(/^https?:\/\//i, '').replace(/\/$/, ''), 2_048);

/** The beginning of the address's last part, `3F0C 9A52`, by which two people can identify a receipt. */
export function shortCode(url: string): string {
  const last = url.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean);
  const [, one, other] = /^(.{4})(.{4})/.exec(last?.replace(/[^0-9a-z]/gi, '').toUpperCase() ?? '') ?? [];
  return one === undefined ? '' : `${one} ${other}`;
}
