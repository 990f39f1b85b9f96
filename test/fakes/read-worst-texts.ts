import { readJson } from '../../src-main/dispatch/read-input.ts';
import { scanFreeJson } from '../../src-main/receipts/scan.ts';
import { readProblem } from '../../src-main/service/answer-body.ts';
import * as answers from '../../src-main/service/described.ts';
import { readPolicy } from '../../src-main/settings/policy-format.ts';
import { readSettings } from '../../src-main/settings/stored-settings.ts';
import { customerIdIn } from '../../src-main/shared/customer-code.ts';
import { cleanText, visibleJson } from '../../src-main/shared/foreign-text.ts';
import { redactText } from '../../src-main/shared/redact.ts';
import { drawn } from './drawn.ts';
import { startCounting, takeWork } from './work-counter.ts';
import { worstObjects } from './worst-json.ts';

/** Runs each function that reads foreign text on the most expensive JSON, and prints the counted work per byte. */

const size = 60_000;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  ...answers,
  listed: (text) => answers.receiptList(`[${text}]`),
  problem: (text) => readProblem({ status: 400, contentType: 'application/problem+json', text }),
  policy: (text) => readPolicy(Buffer.from(text)),
  settings: (text) => readSettings(parsed(text)),
  'card search': (text) => {
    const read = readJson(Buffer.from(text));
    return read.ok ? scanFreeJson(read.value, '') : null;
  },
  'card search in a text': (text) => scanFreeJson({ cardNumber: text, note: text }, ''),
  'text of the log': redactText,
  'shown text': cleanText,
  'text for a terminal': visibleJson,
  'scanned code': (text) => customerIdIn(text, { prefix: '{', mask: '*#*#@*', length: 0, stripsPrefix: true }),
};

startCounting();
takeWork();
// Each count takes time, so a run draws some kinds, and a soak takes all.
for (const [kind, make] of drawn(Object.entries(worstObjects), 4)) {
  const text = make(size);
  for (const [reader, read] of Object.entries(readers)) {
    read(text);
    const { patterns: _, ...work } = takeWork();
    for (const [measure, count] of Object.entries(work)) {
      console.log(JSON.stringify({ reader, kind, measure, perByte: Math.round(count / size) }));
    }
  }
}
