import { z } from 'zod';

/** Entries judged at a time, and complaints after which a list is not judged further. */
const sliceEntries = 200;
const enoughIssues = 100;

/**
 * An array schema that stops complaining: a hostile body of half a million wrong entries would otherwise cost seconds
 * and a gigabyte of complaints that nobody reads. A list without complaints is judged to its end like any z.array.
 */
const BoundedArray: z.core.$constructor<z.ZodArray> = z.core.$constructor('BoundedArray', (inst, def) => {
  z.ZodArray.init(inst, def);
  const judge = inst._zod.parse;
  inst._zod.parse = (payload, ctx) => {
    const entries = payload.value;
    if (!Array.isArray(entries) || entries.length <= sliceEntries) return judge(payload, ctx);
    const output: unknown[] = [];
    for (let start = 0; start < entries.length && payload.issues.length < enoughIssues; start += sliceEntries) {
      const part: z.core.ParsePayload = { value: entries.slice(start, start + sliceEntries), issues: [] };
      judge(part, ctx);
      for (const value of part.value as unknown[]) output.push(value);
      for (const issue of part.issues) {
        const [index, ...rest] = issue.path ?? [];
        payload.issues.push({ ...issue, path: [Number(index) + start, ...rest] });
      }
    }
    payload.value = output;
    return payload;
  };
});

/** z.array(entry) with bounded complaints; `error` says what is expected. */
export function boundedArray<Entry extends z.core.SomeType>(entry: Entry, error: string): z.ZodArray<Entry> {
  const element = entry as unknown as z.core.$ZodType;
  return new BoundedArray({ type: 'array', element, error: () => error }) as unknown as z.ZodArray<Entry>;
}
