import { ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { mostIdlePictures } from '../../../../src-main/kernel/shop-pictures.ts';
import { useCashier } from '../../cashier-context.ts';
import { FixedBy, useIsFixed } from '../fixed-by.tsx';
import { drawAnew, toBase64 } from './draw-anew.ts';
import { useLook } from './look-context.ts';
import { useLookText } from './use-look-text.ts';

/** As large as they are ever shown: a logo on the head of a display, a picture on half of it. */
const most = { logo: { width: 1_200, height: 400 }, idle: { width: 1_920, height: 1_920 } } as const;

/** A logo of before is an address as a whole, and has no name. */
const nameIn = (address: string): string => (address.startsWith('data:') ? '' : (address.split('/').at(-1) ?? ''));

/** The logo and the pictures of the start screen: chosen as files, or dropped. */
export function PicturesControl() {
  const { view } = useCashier();
  const t = useLookText();
  const { logo, pictures } = view.brand;
  return (
    <>
      <PicturePlace
        place="logo"
        label={t('logo')}
        add={t('logoChoose')}
        shown={logo === null ? [] : [logo]}
        atMost={1}
      />
      <PicturePlace
        place="idle"
        label={t('idlePictures', { most: mostIdlePictures })}
        add={t('pictureAdd')}
        shown={pictures}
        atMost={mostIdlePictures}
      />
    </>
  );
}

interface PlaceProps {
  readonly place: 'logo' | 'idle';
  readonly label: string;
  readonly add: string;
  readonly shown: readonly string[];
  readonly atMost: number;
}

function PicturePlace({ place, label, add, shown, atMost }: PlaceProps) {
  const { send } = useCashier();
  const t = useLookText();
  const { change } = useLook();
  const [isWrong, setWrong] = useState(false);
  // One logo takes the place of the one before.
  const key = place === 'logo' ? 'screen.logo' : 'screen.idlePictures';
  const isFixed = useIsFixed()(key);
  const hasRoom = !isFixed && (place === 'logo' || shown.length < atMost);

  async function take(files: readonly File[]): Promise<void> {
    setWrong(false);
    for (const file of files.slice(0, place === 'logo' ? 1 : atMost - shown.length)) {
      const drawn = await drawAnew(file, most[place]);
      if (drawn === null) setWrong(true);
      else await send('picture.keep', { place, webp: await toBase64(drawn) });
    }
    change({ shows: 'idle' });
  }

  return (
    <section className="setting pictures" aria-label={label}>
      <p className="pictures__label">{label}</p>
      <DropZone
        className="pictures__place"
        aria-label={label}
        isDisabled={!hasRoom}
        onDrop={async ({ items }) => {
          const files = items.filter((item) => item.kind === 'file').map((item) => item.getFile());
          await take(await Promise.all(files));
        }}
      >
        {shown.map((address, at) => (
          <Picture key={address} address={address} place={place} number={at + 1} isFixed={isFixed} />
        ))}
        {hasRoom && (
          <FileTrigger
            acceptedFileTypes={['image/png', 'image/jpeg', 'image/webp']}
            allowsMultiple={place === 'idle'}
            onSelect={(files) => void take([...(files ?? [])])}
          >
            <Button className="button">
              <ImagePlus aria-hidden="true" />
              {add}
            </Button>
          </FileTrigger>
        )}
      </DropZone>
      {!isFixed && <p className="quiet">{t('pictureDrop')}</p>}
      <FixedBy keys={[key]} />
      <p className="field__error" role="alert">
        {isWrong && t('pictureUnfit')}
      </p>
    </section>
  );
}

interface PictureProps {
  readonly address: string;
  readonly place: 'logo' | 'idle';
  readonly number: number;
  readonly isFixed: boolean;
}

function Picture({ address, place, number, isFixed }: PictureProps) {
  const { send } = useCashier();
  const t = useLookText();
  return (
    <div className="pictures__one">
      <img src={address} alt={place === 'logo' ? t('logo') : t('pictureNumber', { number })} />
      <Button
        className="button"
        isDisabled={isFixed}
        aria-label={place === 'logo' ? t('logoRemove') : t('pictureRemove', { number })}
        onPress={() => void send('picture.remove', { place, name: nameIn(address) })}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
