import picture from '../../assets/idle-receipts.svg';
import './idle-art.css';

/** Paper strips before a disc in the shop's colour: what both windows show while nothing happens. */
export function IdleArt() {
  return (
    <div className="idle-art">
      <img src={picture} alt="" />
    </div>
  );
}
