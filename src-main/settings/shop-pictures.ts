import { commandsOn } from '../commands/action.ts';
import { done, failed, type Result } from '../lib/result.ts';
import { mostIdlePictures } from '../lib/shop-pictures.ts';
import type { Pictures } from './pictures.ts';
import type { SettingsStore } from './settings.ts';

/** The logo and the pictures of the start screen: files and the settings that name them change together. */
export type ShopPictures = ReturnType<typeof createShopPictures>;

export function createShopPictures(pictures: Pictures, settings: Pick<SettingsStore, 'current' | 'update'>) {
  const now = () => settings.current().screen;

  function set(change: { readonly logo?: string | null; readonly idlePictures?: readonly string[] }): Result<null> {
    settings.update({ screen: change });
    const { logo, idlePictures } = now();
    pictures.keepOnly(logo === null ? idlePictures : [logo, ...idlePictures]);
    return done(null);
  }

  return {
    keep(place: 'logo' | 'idle', webp: Uint8Array): Result<null> {
      const isFull = place === 'idle' && now().idlePictures.length >= mostIdlePictures;
      if (isFull) return failed('wrongState', `there are ${mostIdlePictures} pictures already`);
      // First the file: settings never name what is not there yet.
      const kept = pictures.keep(webp);
      if (!kept.ok) return kept;
      if (place === 'logo') return set({ logo: kept.value });
      const others = now().idlePictures.filter((name) => name !== kept.value);
      return set({ idlePictures: [...others, kept.value] });
    },
    /** The logo, or the picture of this name. */
    remove(place: 'logo' | 'idle', name: string): Result<null> {
      if (place === 'logo') return set({ logo: null });
      const { idlePictures } = now();
      return idlePictures.includes(name)
        ? set({ idlePictures: idlePictures.filter((one) => one !== name) })
        : failed('notFound', 'there is no such picture');
    },
  };
}

export const pictureCommands = commandsOn<{ readonly pictures: ShopPictures }>()('windows', {
  'picture.keep': ({ pictures }, { place, webp }) => pictures.keep(place, Buffer.from(webp, 'base64')),
  'picture.remove': ({ pictures }, { place, name }) => pictures.remove(place, name),
});
