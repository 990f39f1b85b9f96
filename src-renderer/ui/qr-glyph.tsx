import { create } from 'qrcode';
import { useMemo } from 'react';

/** The code as a small picture, for recognising and not for scanning: one path, as large as its box. */
export function QrGlyph({ url }: { readonly url: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(url, { errorCorrectionLevel: 'M' });
    const dark = [...modules.data].flatMap((bit, at) =>
      bit === 0 ? [] : [`M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z`],
    );
    return { size: modules.size, path: dark.join('') };
  }, [url]);
  return (
    <svg className="qr-glyph" viewBox={`-2 -2 ${size + 4} ${size + 4}`} aria-hidden="true" shapeRendering="crispEdges">
      <path d={path} fill="#000000" />
    </svg>
  );
}
