import { mostIdlePictures } from '../../../../src-main/shared/shop-look.ts';
import type { Cashier } from '../../cashier-context.ts';
import { drawAnew, mostOfFile, toBase64 } from './draw-anew.ts';

type PicturePlaceName = 'logo' | 'idle';

/** As large as they are ever shown: a logo on the head of a display, a picture on half of it. */
const mostShown = { logo: { width: 1_200, height: 400 }, idle: { width: 1_920, height: 1_920 } } as const;

/** What was dropped or chosen: files, and the names of what is none. Words that were dragged have no name. */
export interface Offered {
  readonly files: readonly File[];
  readonly folders: readonly string[];
  readonly hasWords: boolean;
}

/** A file that was read after another one must not be lost because main still keeps that one: one after the other. */
let before: Promise<unknown> = Promise.resolve();

/** Keeps what can be shown, and gives of all else one sentence for each reason. `room`: how many more there may be. */
export function takePictures(...asked: Parameters<typeof takeNow>): Promise<readonly string[]> {
  const taken = before.then(() => takeNow(...asked));
  before = taken.catch(() => undefined);
  return taken;
}

async function takeNow(
  place: PicturePlaceName,
  { files, folders, hasWords }: Offered,
  room: number,
  { send, t }: Pick<Cashier, 'send' | 't'>,
): Promise<readonly string[]> {
  const count = files.length + folders.length;
  if (hasWords && count === 0) return [t('pictureNoFile')];
  // Which of them is meant, nobody here knows: the logo of before stays.
  if (place === 'logo' && count > 1) return [t('pictureOne')];
  const unfit = [...folders];
  const tooLarge: string[] = [];
  const noRoom: string[] = [];
  let left = room;
  for (const file of files) {
    if (left === 0) {
      noRoom.push(file.name);
      continue;
    }
    const drawn = await drawAnew(file, mostShown[place]);
    if (drawn === 'unfit') unfit.push(file.name);
    else if (drawn === 'tooLarge') tooLarge.push(file.name);
    else if ((await send('picture.keep', { place, webp: await toBase64(drawn) })).ok) left -= 1;
    // What main did not keep the line of notices says; the rest would meet the same.
    else break;
  }
  return [
    ...namesIn(unfit, (names) => t('pictureUnfit', { names })),
    ...namesIn(tooLarge, (names) => t('pictureTooLarge', { names, ...mostOfFile })),
    ...namesIn(noRoom, (names) => t('pictureNoRoom', { names, most: mostIdlePictures })),
  ];
}

const namesIn = (list: readonly string[], say: (names: string) => string): readonly string[] =>
  list.length === 0 ? [] : [say(list.join(', '))];
