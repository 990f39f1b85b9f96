import { ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { mostIdlePictures } from '../../../../src-main/shared/shop-look.ts';
import { t } from '../../../text/cashier-words.ts';
import { Button, Grid, Row } from '../../../ui/controls.tsx';
import { send, useIsFixed, useView } from '../../window-state.tsx';
import { FixedBy } from '../setting-field.tsx';
import { useLook } from './previewed.ts';
import { mostOfFile, type NotTaken, takePictures } from './take-pictures.ts';

/** A logo from a policy is a data address, which has no file name. */
const nameIn = (address: string): string => (address.startsWith('data:') ? '' : (address.split('/').at(-1) ?? ''));

export const PicturesControl = () => (
  <Grid least={14} gap={[1, 1.25]}>
    <PicturePlace place="logo" />
    <PicturePlace place="idle" />
  </Grid>
);

function PicturePlace({ place }: { readonly place: 'logo' | 'idle' }) {
  const view = useView();
  const { change } = useLook();
  const [{ unfit, tooLarge, noRoom }, setNotTaken] = useState<NotTaken>({});
  const [reading, setReading] = useState(0);
  const { logo, pictures } = view.brand;
  const isLogo = place === 'logo';
  const label = isLogo ? t('logo') : t('idlePictures', { most: mostIdlePictures });
  const shown = isLogo ? [logo].filter((one) => one !== null) : pictures;
  // A logo replaces the previous one.
  const room = isLogo ? 1 : mostIdlePictures - pictures.length;
  const key = isLogo ? 'screen.logo' : 'screen.idlePictures';
  const isFixed = useIsFixed()(key);
  const hasRoom = !isFixed && room > 0;

  async function take(files: readonly File[]): Promise<void> {
    setNotTaken({});
    setReading((many) => many + 1);
    setNotTaken(await takePictures(place, files, room));
    setReading((many) => many - 1);
    change({ shows: 'idle' });
  }

  return (
    <section className="setting" aria-label={label}>
      <b>{label}</b>
      <Row className="pictures__place">
        {shown.map((address, at) => (
          <Row key={address} gap={0.25}>
            <img src={address} alt={isLogo ? label : t('pictureNumber', { number: at + 1 })} />
            <Button
              icon={X}
              isDisabled={isFixed}
              aria-label={isLogo ? t('logoRemove') : t('pictureRemove', { number: at + 1 })}
              onPress={() => void send('picture.remove', { place, name: nameIn(address) })}
            />
          </Row>
        ))}
        {hasRoom && (
          <FileTrigger
            acceptedFileTypes={['image/png', 'image/jpeg', 'image/webp']}
            allowsMultiple={!isLogo}
            onSelect={(files) => void take([...(files ?? [])])}
          >
            <Button icon={ImagePlus} data-busy={reading > 0}>
              {t(isLogo ? 'logoChoose' : 'pictureAdd')}
            </Button>
          </FileTrigger>
        )}
      </Row>
      {!isFixed && <p className="quiet">{t('pictureKinds')}</p>}
      <FixedBy keys={[key]} />
      <div className="wrong" role="alert">
        {unfit && <p>{t('pictureUnfit', { names: unfit.join(', ') })}</p>}
        {tooLarge && <p>{t('pictureTooLarge', { names: tooLarge.join(', '), ...mostOfFile })}</p>}
        {noRoom && <p>{t('pictureNoRoom', { names: noRoom.join(', '), most: mostIdlePictures })}</p>}
      </div>
    </section>
  );
}
