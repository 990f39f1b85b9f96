import './training-frame.css';

/** Worn by both windows while nothing is real; a label only where no other place says it. It lies above everything and lets every touch through. */
export function TrainingFrame({ label }: { readonly label: string | null }) {
  return <div className="training-frame">{label !== null && <p className="training-frame__label">{label}</p>}</div>;
}
