/**
 * A picture of any kind as a still WebP, drawn anew: what was in the file beside the picture (where it was taken, a script,
 * a second picture) stays behind. Null for what this window cannot draw: SVG is none of the kinds that it reads from a file.
 */
export async function drawAnew(
  file: Blob,
  most: { readonly width: number; readonly height: number },
): Promise<Blob | null> {
  if (file.size > mostFileBytes) return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const scale = Math.min(1, most.width / picture.width, most.height / picture.height);
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of qualities) {
    const drawn = await canvas.convertToBlob({ type: 'image/webp', quality });
    if (drawn.type === 'image/webp' && drawn.size <= mostDrawnBytes) return drawn;
  }
  return null;
}

const mostFileBytes = 25 * 1024 * 1024;
/** As much as main takes (settings/webp.ts). */
const mostDrawnBytes = 1024 * 1024;
const qualities = [0.92, 0.8, 0.65, 0.45];

export async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
