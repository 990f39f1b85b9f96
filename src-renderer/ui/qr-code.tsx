import { useLayoutEffect, useMemo, useRef } from 'react';
import { qrGeometry, quietModules } from './qr-geometry.ts';
import { symbolOf } from './qr-symbol.ts';
import { useViewport } from './use-viewport.ts';

interface QrCodeProps {
  readonly url: string;
  /** What a screen reader says. */
  readonly label: string;
  /** Part of the shorter screen side that it takes at least, with its white. */
  readonly share: number;
}

/** Black on white in every theme, on whole device pixels so that no module is smeared. Who shows a long text asks `symbolOf` first. */
export function QrCode({ url, label, share }: QrCodeProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const viewport = useViewport();
  const modules = useMemo(() => symbolOf(url), [url]);
  if (modules === null) throw new Error(`a text of ${url.length} characters fits into no QR code`);
  const { moduleDevicePx, sideDevicePx, sideCssPx } = qrGeometry(modules.size, viewport, share);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d', { alpha: false });
    if (context === null || context === undefined) return;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, sideDevicePx, sideDevicePx);
    context.fillStyle = '#000000';
    modules.data.forEach((dark, index) => {
      if (dark === 0) return;
      const column = (index % modules.size) + quietModules;
      const row = Math.floor(index / modules.size) + quietModules;
      context.fillRect(column * moduleDevicePx, row * moduleDevicePx, moduleDevicePx, moduleDevicePx);
    });
  }, [modules, moduleDevicePx, sideDevicePx]);

  return (
    <canvas
      ref={canvas}
      className="qr-code"
      role="img"
      aria-label={label}
      width={sideDevicePx}
      height={sideDevicePx}
      style={{ width: `${sideCssPx}px`, height: `${sideCssPx}px` }}
    />
  );
}
