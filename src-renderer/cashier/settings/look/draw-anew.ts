type Drawn = Blob | 'unfit' | 'tooLarge';

/** What a computer at a till reads without running short of memory: a picture takes four bytes a dot while it is drawn. */
export const mostOfFile = { megabytes: 25, megapixels: 100 } as const;

/**
 * A picture of any kind as a still WebP, drawn anew and upright: what was in the file beside the picture (where it was taken,
 * a script, a second picture) stays behind. `unfit`: this window cannot draw it; SVG is none of the kinds that it reads from a
 * file.
 */
export async function drawAnew(file: Blob, most: { readonly width: number; readonly height: number }): Promise<Drawn> {
  if (file.size > mostOfFile.megabytes * 1_000_000) return 'tooLarge';
  const size = await sizeOf(file);
  if (size === null) return 'unfit';
  // A file of a few kilobytes can hold a picture that fills the memory.
  if (size.width * size.height > mostOfFile.megapixels * 1_000_000) return 'tooLarge';
  // Phones keep a picture as the sensor saw it, and write beside it which side is up.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (picture === null) return 'unfit';
  const scale = Math.min(1, most.width / picture.width, most.height / picture.height);
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const pen = canvas.getContext('2d');
  if (pen === null) return 'unfit';
  // The thin lines of a logo break without it.
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of qualities) {
    const drawn = await canvas.convertToBlob({ type: 'image/webp', quality });
    if (drawn.type === 'image/webp' && drawn.size <= mostDrawnBytes) return drawn;
  }
  return 'tooLarge';
}

/** In dots, from the head of the file alone; null for what is no picture. */
async function sizeOf(file: Blob): Promise<{ readonly width: number; readonly height: number } | null> {
  const image = new Image();
  // Without the kind that the file says it is: only what looks like a picture is one.
  image.src = await asAddress(file.slice(0, file.size, 'application/octet-stream'));
  return new Promise((resolve) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(null);
  });
}

/** The windows' rules let a picture come as data, not as the address of a blob. Empty: the file cannot be read. */
const asAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve('');
    reader.readAsDataURL(blob);
  });

/** As much as main takes (settings/webp.ts). */
const mostDrawnBytes = 1024 * 1024;
const qualities = [0.92, 0.8, 0.65, 0.45];

export async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
