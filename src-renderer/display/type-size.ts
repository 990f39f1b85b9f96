import type { Viewport } from '../ui/qr-code.tsx';

/** Calculates text sizes of the customer display from the distance of its reader. The functions are pure. */

/** The distance between the customer's eyes and the display. */
const viewingDistanceMm = 1_500;

/** The height of a capital letter relative to the font size (Figtree: 1400 of 2000 units). */
const capitalHeight = 0.7;

/** The smallest heights of capital letters in arc minutes. */
export const leastArcMinutes = { sentence: 16, headline: 24 } as const;

const mmPerInch = 25.4;
const radiansPerArcMinute = Math.PI / 180 / 60;

/** The diagonal if none is set: the smallest usual display with this number of pixels. */
const assumedInches = ({ width, height }: Pick<Viewport, 'width' | 'height'>): number =>
  Math.min(width, height) < 900 ? 10.1 : 15.6;

const pxPerMm = (viewport: Pick<Viewport, 'width' | 'height'>, inches: number | null): number =>
  Math.hypot(viewport.width, viewport.height) / ((inches ?? assumedInches(viewport)) * mmPerInch);

/** The visual angle of `px` CSS pixels, in arc minutes. `inches`: the diagonal of the display. */
export const arcMinutesOf = (px: number, viewport: Pick<Viewport, 'width' | 'height'>, inches: number | null): number =>
  px / pxPerMm(viewport, inches) / viewingDistanceMm / radiansPerArcMinute;

/** Font sizes in CSS pixels. `inches`: the diagonal of the display; null if it is not set. */
export function typeSizes(viewport: Pick<Viewport, 'width' | 'height'>, inches: number | null) {
  const unitPx = Math.min(40, Math.max(8, Math.min(viewport.width, viewport.height) * 0.022));
  const fontFor = (arcMinutes: number): number =>
    (arcMinutes * radiansPerArcMinute * viewingDistanceMm * pxPerMm(viewport, inches)) / capitalHeight;
  const least = { sentencePx: fontFor(leastArcMinutes.sentence), headlinePx: fontFor(leastArcMinutes.headline) };
  return {
    unitPx,
    sentencePx: Math.max(unitPx * 1.7, least.sentencePx),
    headlinePx: Math.max(unitPx * 3, least.headlinePx),
    least,
  };
}
