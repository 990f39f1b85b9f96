import { commandsOn } from '../commands/action.ts';
import { failed } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import { mostIdlePictures } from '../lib/shop-pictures.ts';
import type { Pictures } from './pictures.ts';
import type { SettingsStore } from './settings.ts';

export interface PictureContext {
  readonly pictures: Pictures;
  readonly settings: Pick<SettingsStore, 'current' | 'update'>;
}

/** Files and the settings that name them change together. */
function set(
  { pictures, settings }: PictureContext,
  change: Partial<Pick<Settings['screen'], 'logo' | 'idlePictures'>>,
): void {
  const { logo, idlePictures } = settings.update({ screen: change }).screen;
  pictures.keepOnly(logo === null ? idlePictures : [logo, ...idlePictures]);
}

/** The logo and the pictures of the start screen. */
export const pictureCommands = commandsOn<PictureContext>()('windows', {
  'picture.keep'(shop, { place, webp }) {
    const { idlePictures } = shop.settings.current().screen;
    const isFull = place === 'idle' && idlePictures.length >= mostIdlePictures;
    if (isFull) return failed('wrongState', `there are ${mostIdlePictures} pictures already`);
    // First the file: settings never name what is not there yet.
    const kept = shop.pictures.keep(Buffer.from(webp, 'base64'));
    if (!kept.ok) return kept;
    const others = idlePictures.filter((name) => name !== kept.value);
    set(shop, place === 'logo' ? { logo: kept.value } : { idlePictures: [...others, kept.value] });
  },
  /** The logo, or the picture of this name. */
  'picture.remove'(shop, { place, name }) {
    const { idlePictures } = shop.settings.current().screen;
    if (place === 'logo') return set(shop, { logo: null });
    if (!idlePictures.includes(name)) return failed('notFound', 'there is no such picture');
    set(shop, { idlePictures: idlePictures.filter((one) => one !== name) });
  },
});
