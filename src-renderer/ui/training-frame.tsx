import './training-frame.css';

/** The frame is above everything, but touches pass through. */
export function TrainingFrame({ label }: { readonly label: string | null }) {
  return <div className="training-frame">{label !== null && <p className="training-frame__label">{label}</p>}</div>;
}
