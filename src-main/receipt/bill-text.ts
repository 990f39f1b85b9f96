import { entriesOf, JsonText, membersOf, parseKeepingNumbers } from '../kernel/json-text.ts';
import type { Bill } from './bill.ts';
import { posExtensionKey } from './extension-key.ts';
import { listOf } from './json.ts';

/**
 * A bill that was kept as text, for the wire: every number as the till wrote it, provider data and the data of custom
 * sections byte for byte (service rules, "Bills"). Not to be counted with: a number may be the text of one.
 */
export function readBillText(text: string, extensionKey: string): Bill {
  const bill = parseKeepingNumbers(text);
  for (const key of new Set([posExtensionKey, extensionKey])) {
    const extension = inside({ value: bill, text }, 'misc', key);
    keepText(inside(extension, 'couponingInformation'), 'providerData');
    const sections = inside(extension, 'customSections');
    const texts = entriesOf(sections.text);
    for (const [index, value] of listOf(sections.value).entries())
      keepText({ value, text: texts[index] ?? '' }, 'data');
  }
  return bill as Bill;
}

/** A value as it was read, beside its own text. */
interface Place {
  readonly value: unknown;
  readonly text: string;
}

function inside(place: Place, ...keys: readonly string[]): Place {
  let { value, text } = place;
  for (const key of keys) {
    text = membersOf(text).get(key) ?? '';
    value = text === '' ? undefined : (value as Record<string, unknown>)[key];
  }
  return { value, text };
}

function keepText({ value, text }: Place, key: string): void {
  const free = membersOf(text).get(key);
  if (free !== undefined) (value as Record<string, unknown>)[key] = new JsonText(free);
}
