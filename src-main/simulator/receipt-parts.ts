/**
 * A receipt as it is read, before it has a form: the page (receipt-page-markup.ts) and the PDF (receipt-pdf.ts) show the
 * same parts in the same order, so that neither knows more than the other.
 */
export type Part =
  | { readonly kind: 'row'; readonly label: string; readonly value: string; readonly look: RowLook }
  | { readonly kind: 'text'; readonly text: string; readonly look: TextLook }
  | { readonly kind: 'tag'; readonly text: string }
  /** Says that the receipt is an example. */
  | { readonly kind: 'mark'; readonly title: string; readonly text: string }
  | { readonly kind: 'head'; readonly title: string; readonly parts: readonly Part[] }
  | { readonly kind: 'section'; readonly title: string | null; readonly parts: readonly Part[] }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  | { readonly kind: 'table'; readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | {
      readonly kind: 'coupon';
      readonly title: string | null;
      readonly description: string | null;
      readonly valid: string | null;
      readonly code: string | null;
    }
  | { readonly kind: 'code'; readonly text: string; readonly label: string }
  /** What few readers want: the page shows its title first. */
  | { readonly kind: 'folded'; readonly title: string; readonly parts: readonly Part[] }
  | { readonly kind: 'terms'; readonly entries: readonly (readonly [string | null, string | null])[] }
  /** Text in columns, as a terminal prints it. */
  | { readonly kind: 'slip'; readonly text: string }
  | { readonly kind: 'footer'; readonly text: string };

export type RowLook = '' | 'soft' | 'sum' | 'wrap' | 'soft wrap';
export type TextLook = 'plain' | 'soft' | 'free' | 'paragraph' | 'soft paragraph';
export interface Item {
  readonly look: '' | 'note' | 'discount';
  readonly parts: readonly Part[];
}

/** The makers below have this in common: what has nothing to show is null, and a list with nothing in it too. */
type Maybe = Part | null;

export const present = (parts: readonly Maybe[]): readonly Part[] => parts.filter((part) => part !== null);

export const row = (label: string, value: string | null, look: RowLook = ''): Maybe =>
  value === null ? null : { kind: 'row', label, value, look };

export const text = (content: string | null, look: TextLook = 'plain'): Maybe =>
  content === null ? null : { kind: 'text', text: content, look };

export const paragraph = (content: string | null): Maybe => text(content, 'paragraph');

export const note = (content: string | null): Maybe => text(content, 'soft');

export const list = (items: readonly Item[]): Maybe => (items.length === 0 ? null : { kind: 'list', items });

export function section(title: string | null, ...parts: readonly Maybe[]): Maybe {
  const found = present(parts);
  return found.length === 0 ? null : { kind: 'section', title, parts: found };
}
