import { IdleArt } from '../../ui/idle-art.tsx';
import { useRoom } from '../room.ts';

interface IdleScreenProps {
  readonly title: string;
  readonly text: string;
}

export function IdleScreen({ title, text }: IdleScreenProps) {
  const room = useRoom();
  return (
    <section className="idle">
      <div className="idle__words">
        <h1>{title}</h1>
        {room.sentence && <p className="lead">{text}</p>}
      </div>
      <div className="idle__picture">
        <IdleArt />
      </div>
    </section>
  );
}
