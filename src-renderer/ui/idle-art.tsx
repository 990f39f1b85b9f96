import './idle-art.css';

/** Paper strips on a disc in the shop's colour, for the start screen of both windows. */
export const IdleArt = () => <div className="idle-art" />;
