import picture from '../../assets/idle-receipts.svg';
import './idle-art.css';

/** Paper strips on a disc in the shop's colour, for the start screen of both windows. */
export function IdleArt() {
  return (
    <div className="idle-art">
      <img src={picture} alt="" />
    </div>
  );
}
