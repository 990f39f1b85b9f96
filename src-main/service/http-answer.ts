/** An answer that is worth reading: 2xx or 4xx, its body whole. */
export interface HttpAnswer {
  readonly kind: 'http';
  readonly status: number;
  /** Lower case, without parameters; empty when there was none. */
  readonly contentType: string;
  readonly text: string;
  /** Those of `readHeaders` that came; absent where none was wanted. */
  readonly headers?: Readonly<Record<string, string>>;
}
