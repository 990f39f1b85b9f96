import { done } from '../kernel/result.ts';
import { commandActions } from './action.ts';

/** What the windows say of themselves; there also while nobody has chosen a connection. */
export const windowActions = commandActions('windows', {
  'language.set'({ updateSettings, setCustomerLanguage }, { language }, { by }) {
    if (by.kind === 'window' && by.role === 'customer') return setCustomerLanguage(language);
    updateSettings({ cashier: { language } });
    return done(null);
  },
  'window.setForm'({ updateSettings }, { form }) {
    updateSettings({ cashier: { form } });
    return done(null);
  },
  'screen.painted'({ notePainted }, { rev }) {
    notePainted(rev);
    return done(null);
  },
});
