import { ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { DropZone, type DropZoneProps } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { mostIdlePictures } from '../../../../src-main/shared/shop-look.ts';
import { Button, Grid, Row } from '../../../ui/controls.tsx';
import { useCashier } from '../../cashier-context.tsx';
import { FixedBy, useIsFixed } from '../setting-field.tsx';
import { useLook } from './previewed.ts';
import { type Offered, takePictures } from './take-pictures.ts';

/** A logo from a policy is a whole address without a file name. */
const nameIn = (address: string): string => (address.startsWith('data:') ? '' : (address.split('/').at(-1) ?? ''));

/** The logo and the pictures of the start screen, chosen as files or dropped. */
export function PicturesControl() {
  const { t, view } = useCashier();
  const { logo, pictures } = view.brand;
  return (
    <Grid least={14} gap={[1, 1.25]}>
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
    </Grid>
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
  const { t, send } = useCashier();
  const { change } = useLook();
  const [notTaken, setNotTaken] = useState<readonly string[]>([]);
  const [reading, setReading] = useState(0);
  // A logo replaces the previous one.
  const key = place === 'logo' ? 'screen.logo' : 'screen.idlePictures';
  const isFixed = useIsFixed()(key);
  const room = place === 'logo' ? 1 : atMost - shown.length;
  const hasRoom = !isFixed && room > 0;

  async function take(offered: Offered): Promise<void> {
    setNotTaken([]);
    setReading((many) => many + 1);
    setNotTaken(await takePictures(place, offered, room, { send, t }));
    setReading((many) => many - 1);
    change({ shows: 'idle' });
  }

  return (
    <section className="setting" aria-label={label}>
      <b>{label}</b>
      <Row
        as={DropZone}
        className="pictures__place"
        aria-label={label}
        isDisabled={isFixed}
        onDrop={({ items }) => void offeredBy(items).then(take)}
      >
        {shown.map((address, at) => (
          <Picture key={address} address={address} place={place} number={at + 1} isFixed={isFixed} />
        ))}
        {hasRoom && (
          <FileTrigger
            acceptedFileTypes={['image/png', 'image/jpeg', 'image/webp']}
            allowsMultiple={place === 'idle'}
            onSelect={(files) => void take({ files: [...(files ?? [])], folders: [], hasWords: false })}
          >
            <Button icon={ImagePlus} data-busy={reading > 0}>
              {add}
            </Button>
          </FileTrigger>
        )}
      </Row>
      {!isFixed && <p className="quiet">{t('pictureDrop')}</p>}
      <FixedBy keys={[key]} />
      <div className="field__error" role="alert">
        {notTaken.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
    </section>
  );
}

type Dropped = Parameters<NonNullable<DropZoneProps['onDrop']>>[0];

async function offeredBy(items: Dropped['items']): Promise<Offered> {
  const files = items.filter((item) => item.kind === 'file').map((item) => item.getFile());
  const folders = items.filter((item) => item.kind === 'directory').map(({ name }) => name);
  return { files: await Promise.all(files), folders, hasWords: items.some(({ kind }) => kind === 'text') };
}

interface PictureProps {
  readonly address: string;
  readonly place: 'logo' | 'idle';
  readonly number: number;
  readonly isFixed: boolean;
}

function Picture({ address, place, number, isFixed }: PictureProps) {
  const { t, send } = useCashier();
  return (
    <Row gap={0.25}>
      <img src={address} alt={place === 'logo' ? t('logo') : t('pictureNumber', { number })} />
      <Button
        icon={X}
        isDisabled={isFixed}
        aria-label={place === 'logo' ? t('logoRemove') : t('pictureRemove', { number })}
        onPress={() => void send('picture.remove', { place, name: nameIn(address) })}
      />
    </Row>
  );
}
