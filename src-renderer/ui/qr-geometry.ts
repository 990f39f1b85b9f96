/** Modules of white around the symbol (ISO/IEC 18004). */
export const quietModules = 4;

export interface Viewport {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

export interface QrGeometry {
  /** Whole device pixels per module, at least 1. */
  readonly moduleDevicePx: number;
  /** The side with its quiet zone, in device pixels. */
  readonly sideDevicePx: number;
  /** The same side in CSS pixels. */
  readonly sideCssPx: number;
}

const least = 0.4;

/**
 * How large a symbol of `moduleCount` modules is painted: near `share` of the shorter screen side without its quiet
 * zone, in whole device pixels per module, and never below 40 % of that side.
 */
export function qrGeometry(moduleCount: number, viewport: Viewport, share: number): QrGeometry {
  const shorterDevicePx = Math.min(viewport.width, viewport.height) * viewport.ratio;
  const wanted = Math.max(1, Math.floor((shorterDevicePx * share) / moduleCount));
  const smallest = Math.ceil((shorterDevicePx * least) / moduleCount);
  const moduleDevicePx = Math.max(wanted, smallest);
  const sideDevicePx = moduleDevicePx * (moduleCount + 2 * quietModules);
  return { moduleDevicePx, sideDevicePx, sideCssPx: sideDevicePx / viewport.ratio };
}
