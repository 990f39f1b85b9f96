import { create } from 'qrcode';
import { type Html, html } from './html.ts';

const quietModules = 4;

/** A QR code as a drawing inside the page, error correction M; null for what no QR code can hold. */
export function qrMarkup(text: string, label: string): Html | null {
  const modules = codeModules(text);
  if (modules === null) return null;
  const { size, data } = modules;
  const side = size + 2 * quietModules;
  const rows = Array.from({ length: size }, (_, y) => {
    const dark = Array.from(data.subarray(y * size, (y + 1) * size), (module) => (module === 0 ? ' ' : '#')).join('');
    const runs = [...dark.matchAll(/#+/g)];
    return runs.map(
      ({ index, 0: { length } }) => `M${index + quietModules} ${y + quietModules}h${length}v1h-${length}z`,
    );
  });
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">
<rect width="${side}" height="${side}" fill="#fff"/><path d="${rows.flat().join('')}"/></svg>`;
}

/** The modules of a QR code, error correction M; null for what none can hold. */
export function codeModules(text: string) {
  try {
    return create(text, { errorCorrectionLevel: 'M' }).modules;
  } catch {
    // Too much text for a QR code: the page shows it as text anyway.
    return null;
  }
}
