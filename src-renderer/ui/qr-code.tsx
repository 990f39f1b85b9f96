import type { BitMatrix } from 'qrcode';
import { type ComponentProps, useLayoutEffect, useMemo, useRef } from 'react';
import { qrGeometry, quietModules } from './qr-geometry.ts';
import { symbolOf } from './qr-symbol.ts';
import { useViewport } from './use-viewport.ts';

interface QrCodeProps {
  readonly url: string;
  readonly label: string;
  /** The minimum share of the shorter screen side, with its white border. */
  readonly share: number;
}

/** Black on white in every theme: a pixel for each module, which the style sheet keeps sharp at whatever size. */
export function QrPicture({ modules, ...rest }: ComponentProps<'canvas'> & { readonly modules: BitMatrix }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const side = modules.size + 2 * quietModules;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d', { alpha: false });
    const picture = context?.createImageData(side, side);
    if (picture === undefined) return;
    const pixels = new Uint32Array(picture.data.buffer).fill(0xff_ff_ff_ff);
    modules.data.forEach((dark, index) => {
      const place = (Math.floor(index / modules.size) + quietModules) * side + (index % modules.size) + quietModules;
      if (dark !== 0) pixels[place] = 0xff_00_00_00;
    });
    context?.putImageData(picture, 0, 0);
  }, [modules, side]);
  return <canvas ref={canvas} className="qr-code" width={side} height={side} {...rest} />;
}

/** A QR code on whole device pixels, so that no module is blurred. Call `symbolOf` first for a long text. */
export function QrCode({ url, label, share }: QrCodeProps) {
  const viewport = useViewport();
  const modules = useMemo(() => symbolOf(url), [url]);
  if (modules === null) throw new Error(`a text of ${url.length} characters fits into no QR code`);
  const side = `${qrGeometry(modules.size, viewport, share).sideCssPx}px`;
  return <QrPicture modules={modules} role="img" aria-label={label} style={{ width: side, height: side }} />;
}
