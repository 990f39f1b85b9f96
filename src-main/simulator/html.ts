import { escapedHtml } from '../lib/html-text.ts';

/** Markup that is safe to send. Only the `html` tag below makes it. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | null | readonly Part[];

function render(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return escapedHtml(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(render).join('');
}

/** Builds markup; every string put in is escaped, null is nothing, lists are joined. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = texts.map((text, index) => text + (index < parts.length ? render(parts[index] ?? null) : '')).join('');
  return { markup };
}
