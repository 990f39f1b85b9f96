import { useRoom } from '../room.ts';
import { IdlePictures } from './idle-pictures.tsx';

interface IdleScreenProps {
  readonly title: string;
  readonly text: string;
  readonly pictures: readonly string[];
}

export function IdleScreen({ title, text, pictures }: IdleScreenProps) {
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
