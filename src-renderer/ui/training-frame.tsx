import './training-frame.css';

/**
 * The TRAINING frame of both windows, with a label unless another place has it. It is on top of everything and lets
 * touches through.
 */
export function TrainingFrame({ label }: { readonly label: string | null }) {
  return <div className="training-frame">{label !== null && <p className="training-frame__label">{label}</p>}</div>;
}
