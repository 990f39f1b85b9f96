/** The library's own types would add Node's types, which a window does not have. */
export interface BitMatrix {
  readonly size: number;
  readonly data: Uint8Array;
}

export function create(
  text: string,
  options?: { readonly errorCorrectionLevel: 'L' | 'M' },
): { readonly modules: BitMatrix };
