import '@fontsource-variable/figtree/wght.css';
import '../theme/tokens.css';
import '../theme/base.css';
import './cashier.css';
import { createRoot } from 'react-dom/client';
import { cashierBridge } from '../main-bridge.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { refuseDrops } from '../ui/refuse-drops.ts';
import { guardTaps } from '../ui/tap-guard.ts';
import { createViewStore } from '../view-store.ts';
import { CashierApp } from './cashier-app.tsx';
import { tellWhetherTyping } from './keyboard-focus.ts';
import { createAsk, createSend } from './send.ts';
import { createSession } from './session-store.ts';
import { createPlayer } from './sounds/player.ts';

const bridge = cashierBridge();
const views = createViewStore(bridge);
const session = createSession();
views.start();
tellWhetherTyping(document as Parameters<typeof tellWhetherTyping>[0], requestAnimationFrame, bridge.wantKeyboard);

refuseDrops(document);

const root = document.getElementById('root');
if (root !== null) {
  guardTaps(root);
  keepFocus(root);
  createRoot(root).render(
    <CashierApp
      bridge={bridge}
      store={views.store}
      session={session}
      send={createSend(bridge, session)}
      ask={createAsk(bridge, session)}
      play={createPlayer(
        () => new AudioContext(),
        (detail) => bridge.log('warn', 'sound-not-played', detail),
      )}
    />,
  );
}
