import { send } from '../../window-state.tsx';

type PicturePlaceName = 'logo' | 'idle';

/** The largest displayed size of a logo at the top, and of a picture on half of a display. */
const mostShown = { logo: { width: 1_200, height: 400 }, idle: { width: 1_920, height: 1_920 } } as const;

/** Files are stored one after another, so that none is lost while main stores the previous one. */
let before: Promise<unknown> = Promise.resolve();

/** The names of the files that were not taken, by reason. */
export type NotTaken = Readonly<Partial<Record<'unfit' | 'tooLarge' | 'noRoom', readonly string[]>>>;

/** Stores usable pictures. `room`: how many more pictures fit. */
export function takePictures(...args: Parameters<typeof takeNow>): Promise<NotTaken> {
  const taken = before.then(() => takeNow(...args));
  before = taken.catch(() => undefined);
  return taken;
}

async function takeNow(place: PicturePlaceName, files: readonly File[], room: number): Promise<NotTaken> {
  let notTaken: NotTaken = {};
  let left = room;
  for (const file of files) {
    // Besides a damaged file, a lack of memory makes this fail.
    const drawn = left === 0 ? 'noRoom' : await redraw(file, mostShown[place]).catch(() => 'unfit' as const);
    if (typeof drawn === 'string') notTaken = { ...notTaken, [drawn]: [...(notTaken[drawn] ?? []), file.name] };
    else if ((await send('picture.keep', { place, webp: await toBase64(drawn) })).ok) left -= 1;
    // The notice line reports the refusal, and main would refuse further pictures as well.
    else break;
  }
  return notTaken;
}

type Drawn = Blob | 'unfit' | 'tooLarge';

/** Limits for a till with little memory: a picture needs four bytes per pixel while it is drawn. */
export const mostOfFile = { megabytes: 25, megapixels: 100 } as const;

/** Draws the picture again, so that location data, scripts and further pictures in the file are dropped. */
async function redraw(file: Blob, most: { readonly width: number; readonly height: number }): Promise<Drawn> {
  if (file.size > mostOfFile.megabytes * 1_000_000) return 'tooLarge';
  const size = await sizeOf(file);
  if (size === null) return 'unfit';
  // A small file can contain a picture that fills the memory.
  if (size.width * size.height > mostOfFile.megapixels * 1_000_000) return 'tooLarge';
  // Phones store the picture as the sensor saw it, and its orientation as metadata.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, most.width / picture.width, most.height / picture.height);
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const pen = canvas.getContext('2d');
  if (pen === null) return 'unfit';
  // Thin lines of a logo would break at low quality.
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of qualities) {
    const drawn = await canvas.convertToBlob({ type: 'image/webp', quality });
    if (drawn.type === 'image/webp' && drawn.size <= mostDrawnBytes) return drawn;
  }
  return 'tooLarge';
}

/** The size in pixels from the head of the file; null if it is no picture. */
async function sizeOf(file: Blob): Promise<{ readonly width: number; readonly height: number } | null> {
  const image = new Image();
  // The claimed type is dropped, so that only a real picture is accepted.
  image.src = await asAddress(file.slice(0, file.size, 'application/octet-stream'));
  return new Promise((resolve) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(null);
  });
}

/** The windows' security policy allows pictures only as data addresses. Empty if the file cannot be read. */
const asAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve('');
    reader.readAsDataURL(blob);
  });

/** Main refuses larger pictures (`webpMaxBytes` in src-main/settings/shop-pictures.ts). */
const mostDrawnBytes = 1024 * 1024;
const qualities = [0.92, 0.8, 0.65, 0.45];

const toBase64 = async (blob: Blob): Promise<string> => (await asAddress(blob)).split(',').at(-1) ?? '';
