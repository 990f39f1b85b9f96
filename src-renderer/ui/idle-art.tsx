import picture from '../../assets/idle-receipts.svg';
import './idle-art.css';

/** Paper strips on a disc in the shop's colour, which both windows show on their start screen. */
export function IdleArt() {
  return (
    <div className="idle-art">
      <img src={picture} alt="" />
    </div>
  );
}
