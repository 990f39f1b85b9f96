import './training-frame.css';

/** Worn by both windows while nothing is real. It lies above everything and lets every touch through. */
export function TrainingFrame({ label }: { readonly label: string }) {
  return (
    <div className="training-frame">
      <p className="training-frame__label">{label}</p>
    </div>
  );
}
