/** What the windows use of the library `qrcode`: its own types bring those of Node, which a window does not have. */
export interface BitMatrix {
  readonly size: number;
  readonly data: Uint8Array;
}

export function create(
  text: string,
  options?: { readonly errorCorrectionLevel: 'L' | 'M' },
): { readonly modules: BitMatrix };
