import '@fontsource-variable/figtree/wght.css';
import '../theme/tokens.css';
import '../theme/base.css';
import '../display/customer.css';
import '../display/screens.css';
import './customer-page.css';
import { createRoot } from 'react-dom/client';
import { customerBridge } from '../main-bridge.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { refuseDrops } from '../ui/refuse-drops.ts';
import { guardTaps } from '../ui/tap-guard.ts';
import { createViewStore } from '../view-store.ts';
import { CustomerApp } from './customer-app.tsx';

const bridge = customerBridge();
const views = createViewStore(bridge);
views.start();

refuseDrops(document);

const root = document.getElementById('root');
if (root !== null) {
  keepFocus(root);
  guardTaps(root);
  createRoot(root).render(<CustomerApp bridge={bridge} store={views.store} />);
}
