import './idle-art.css';

export const IdleArt = () => <div className="idle-art" />;
