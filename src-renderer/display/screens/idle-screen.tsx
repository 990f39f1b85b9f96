import { IdleArt } from '../../ui/idle-art.tsx';

interface IdleScreenProps {
  readonly title: string;
  readonly text: string;
}

export function IdleScreen({ title, text }: IdleScreenProps) {
  return (
    <section className="idle">
      <div className="idle__words">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
      </div>
      <div className="idle__picture">
        <IdleArt />
      </div>
    </section>
  );
}
