import type { CashierText } from '../../../text/i18n.ts';
import type { Send } from '../../send.ts';
import { drawAnew, mostOfFile, toBase64 } from './draw-anew.ts';

export type PicturePlaceName = 'logo' | 'idle';

/** As large as they are ever shown: a logo on the head of a display, a picture on half of it. */
const mostShown = { logo: { width: 1_200, height: 400 }, idle: { width: 1_920, height: 1_920 } } as const;

/** What was dropped or chosen: files, and the names of what is none. Words that were dragged have no name. */
export interface Offered {
  readonly files: readonly File[];
  readonly folders: readonly string[];
  readonly hasWords: boolean;
}

/** Why something was not taken, with the names of what it is said of. */
export interface NotTaken {
  readonly unfit: readonly string[];
  readonly tooLarge: readonly string[];
  readonly noRoom: readonly string[];
  readonly wantsOne: boolean;
  readonly wantsFile: boolean;
}

export const allTaken: NotTaken = { unfit: [], tooLarge: [], noRoom: [], wantsOne: false, wantsFile: false };

/** A file that was read after another one must not be lost because main still keeps that one: one after the other. */
let before: Promise<unknown> = Promise.resolve();

/** Keeps what can be shown, and says of all else why not. `room`: how many more there may be. */
export function takePictures(place: PicturePlaceName, offered: Offered, room: number, send: Send): Promise<NotTaken> {
  const taken = before.then(() => takeNow(place, offered, room, send));
  before = taken.catch(() => undefined);
  return taken;
}

async function takeNow(place: PicturePlaceName, offered: Offered, room: number, send: Send): Promise<NotTaken> {
  const { files, folders, hasWords } = offered;
  // Which of them is meant, nobody here knows: the logo of before stays.
  if (place === 'logo' && files.length + folders.length > 1) return { ...allTaken, wantsOne: true };
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
  const wantsFile = hasWords && files.length + folders.length === 0;
  return { unfit, tooLarge, noRoom, wantsOne: false, wantsFile };
}

/** One sentence for each reason. */
export function notTakenWords(
  { unfit, tooLarge, noRoom, wantsOne, wantsFile }: NotTaken,
  most: number,
  t: CashierText,
): readonly string[] {
  const names = (list: readonly string[]): string => list.join(', ');
  return [
    ...(wantsFile ? [t('pictureNoFile')] : []),
    ...(wantsOne ? [t('pictureOne')] : []),
    ...(unfit.length > 0 ? [t('pictureUnfit', { names: names(unfit) })] : []),
    ...(tooLarge.length > 0 ? [t('pictureTooLarge', { names: names(tooLarge), ...mostOfFile })] : []),
    ...(noRoom.length > 0 ? [t('pictureNoRoom', { names: names(noRoom), most })] : []),
  ];
}
