import { deepestNesting } from '../lib/json-text.ts';
import { holdsCardNumber, isCardNumberName, isMaskedPan } from './card-number.ts';
import { posExtensionKey } from './extension-key.ts';
import { type BillIssue, found, IssueList } from './issues.ts';
import type { Segment } from './json.ts';

const shortestCardNumber = 13;

const smallestCardNumber = 1e12;
const beyondCardNumbers = 1e19;

/**
 * What holds for every field, known or not (service rules, Bills): finite numbers, no visible card number, no
 * clash with the configured extension key. Numbers of any length pass: they travel as they were written. One pass over
 * the tree; returns false when it is too deep.
 */
export function scan(root: unknown, extensionKey: string | undefined, issues: IssueList): boolean {
  const path: Segment[] = [];
  const wireKey = extensionKey === posExtensionKey ? undefined : extensionKey;

  const see = (value: unknown, key: string): boolean => {
    switch (typeof value) {
      case 'string':
        seeText(value, key);
        return true;
      case 'number':
        seeNumber(value, key);
        return true;
      case 'object':
        return value === null || seeInside(value, key);
      case 'boolean':
        return true;
      default:
        if (value !== undefined) issues.add(path, 'type', 'Found something that is not JSON. Expected a JSON value.');
        return true;
    }
  };

  const seeInside = (value: object, key: string): boolean => {
    if (path.length >= deepestNesting) {
      issues.add(
        path,
        'depth',
        `Found more than ${deepestNesting} levels of nesting. Expected at most ${deepestNesting}.`,
      );
      return false;
    }
    if (Array.isArray(value)) return value.every((entry, index) => seeAt(index, entry, key));
    if (wireKey !== undefined && Object.hasOwn(value, wireKey) && Object.hasOwn(value, posExtensionKey)) {
      issues.add(
        [...path, wireKey],
        'extension-key',
        `Found this key beside "${posExtensionKey}", which is sent on under the same name. Expected one of the two.`,
      );
    }
    return Object.keys(value).every((name) => seeAt(name, (value as Record<string, unknown>)[name], name));
  };

  const seeAt = (segment: Segment, value: unknown, key: string): boolean => {
    path.push(segment);
    const goesOn = see(value, key);
    if (goesOn) path.pop();
    return goesOn;
  };

  const seeText = (value: string, key: string): void => {
    if (isCardPan(key)) {
      if (isMaskedPan(value)) return;
      issues.add(
        path,
        'card-number',
        `${found(value, undefined)} that shows too many digits of a card number. Expected a masked PAN with at most the first 6 and the last 4 digits visible, such as 123456******1234.`,
      );
    } else if (value.length >= shortestCardNumber && isCardNumberName(key) && holdsCardNumber(value)) {
      issues.add(path, 'card-number', visibleCardNumber);
    }
  };

  const seeNumber = (value: number, key: string): void => {
    if (!Number.isFinite(value)) {
      issues.add(path, 'number', 'Found a number too large for JSON software. Expected a finite number.');
    } else if (value >= smallestCardNumber && value < beyondCardNumbers && isCardNumberName(key)) {
      // The last digits of a longer number are not known here, so its check digit proves nothing.
      const isLong = value > Number.MAX_SAFE_INTEGER;
      if (isLong || holdsCardNumber(String(value))) issues.add(path, 'card-number', visibleCardNumber);
    }
  };

  return see(root, '');
}

/**
 * Free JSON beside a bill, such as buyerInformation: what is found against it, with `path` before every pointer. It is
 * looked at like a field of a bill that nobody knows.
 */
export function scanFreeJson(value: unknown, path: string): readonly BillIssue[] {
  const issues = new IssueList(path);
  scan(value, undefined, issues);
  return issues.items;
}

function isCardPan(key: string): boolean {
  return key.length === 7 && key.toLowerCase() === 'cardpan';
}

const visibleCardNumber =
  'Found a card number with all its digits. Expected none, or only the first 6 and the last 4 digits, such as 123456******1234.';
