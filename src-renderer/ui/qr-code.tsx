import { type BitMatrix, create } from 'qrcode';
import {
  type ComponentProps,
  createContext,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';

/** The white modules around the symbol (ISO/IEC 18004). */
export const quietModules = 4;

export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** Rounds pixels per module up to reach `share` of the shorter side, unless the code would grow by over 25 %. */
export function qrGeometry(moduleCount: number, viewport: Viewport, share: number) {
  const modules = moduleCount + 2 * quietModules;
  const pixels = (Math.min(viewport.width, viewport.height) * viewport.ratio * share) / modules;
  const moduleDevicePx = Math.max(1, Math.ceil(pixels) > pixels * 1.25 ? Math.floor(pixels) : Math.ceil(pixels));
  const sideDevicePx = moduleDevicePx * modules;
  return { moduleDevicePx, sideDevicePx, sideCssPx: sideDevicePx / viewport.ratio };
}

/** A symbol with error correction M, or L if the text is too long for M. Null if it is too long for both. */
export function symbolOf(text: string): BitMatrix | null {
  for (const errorCorrectionLevel of ['M', 'L'] as const) {
    try {
      return create(text, { errorCorrectionLevel }).modules;
    } catch {
      // The library throws if the text is too long.
    }
  }
  return null;
}

interface QrCodeProps {
  readonly url: string;
  readonly label: string;
  /** The smallest share of the shorter screen side, including the white border. */
  readonly share: number;
}

/** Draws the code black on white in every theme, with one pixel per module, which the style sheet enlarges sharply. */
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

/** A QR code on whole device pixels, so that no module is blurred. Throws if `symbolOf` returns null for the text. */
export function QrCode({ url, label, share }: QrCodeProps) {
  const viewport = useViewport();
  const modules = useMemo(() => symbolOf(url), [url]);
  if (modules === null) throw new Error(`a text of ${url.length} characters fits into no QR code`);
  const side = `${qrGeometry(modules.size, viewport, share).sideCssPx}px`;
  return <QrPicture modules={modules} role="img" aria-label={label} style={{ width: side, height: side }} />;
}

/** As text, because React compares the values. */
const read = (): string =>
  JSON.stringify({ width: innerWidth, height: innerHeight, ratio: devicePixelRatio } satisfies Viewport);

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

/** The size of the display that a preview shows; null outside a preview, where the window itself is measured. */
export const PreviewOf = createContext<Viewport | null>(null);

/** The size and pixel density of the display. Moving a window to another display causes a resize event. */
export const useViewport = (): Viewport => {
  const window = useSyncExternalStore(subscribe, read);
  return useContext(PreviewOf) ?? JSON.parse(window);
};
