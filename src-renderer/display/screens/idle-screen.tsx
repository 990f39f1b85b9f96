import { useEffect, useState } from 'react';
import { IdleArt } from '../../ui/idle-art.tsx';
import { useRoom } from '../room.ts';

export function IdleScreen({ title, text, pictures }: { title: string; text: string; pictures: readonly string[] }) {
  const room = useRoom();
  return (
    <section className="idle">
      <div className="idle__words">
        <h1>{title}</h1>
        {room.sentence && <p className="lead">{text}</p>}
      </div>
      <div className="idle__picture">
        <IdlePictures pictures={pictures} />
      </div>
    </section>
  );
}

/** The time for which one picture is shown, so that an unused display does almost nothing. */
const standsMs = 30_000;

/** The shop's own pictures, one after the other; ours where there is none that can be shown. */
function IdlePictures({ pictures }: { readonly pictures: readonly string[] }) {
  const [turn, setTurn] = useState(0);
  const [broken, setBroken] = useState<readonly string[]>([]);
  const good = pictures.filter((picture) => !broken.includes(picture));
  const many = good.length > 1;

  useEffect(() => {
    if (!many) return;
    const timer = window.setInterval(() => setTurn((now) => now + 1), standsMs);
    return () => clearInterval(timer);
  }, [many]);

  const now = good[turn % Math.max(1, good.length)];
  if (now === undefined) return <IdleArt />;
  // The pictures add nothing to the text beside them.
  return (
    <img key={now} className="idle__own" src={now} alt="" onError={() => setBroken((before) => [...before, now])} />
  );
}
