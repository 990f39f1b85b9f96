/** Modules of white around the symbol (ISO/IEC 18004). */
export const quietModules = 4;

export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** The symbol takes at least `share` of the shorter side, in whole device pixels a module, unless rounding adds a quarter. */
export function qrGeometry(moduleCount: number, viewport: Viewport, share: number) {
  const modules = moduleCount + 2 * quietModules;
  const wanted = (Math.min(viewport.width, viewport.height) * viewport.ratio * share) / modules;
  const moduleDevicePx = Math.max(1, Math.ceil(wanted) > wanted * 1.25 ? Math.floor(wanted) : Math.ceil(wanted));
  const sideDevicePx = moduleDevicePx * modules;
  return { moduleDevicePx, sideDevicePx, sideCssPx: sideDevicePx / viewport.ratio };
}
