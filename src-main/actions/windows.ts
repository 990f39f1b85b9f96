import { z } from 'zod';
import { done, failed } from '../lib/result.ts';
import { commandActions } from './action.ts';
import { readInput } from './read-input.ts';

/** What the windows say of themselves; there also while nobody has chosen a connection. */
export const windowActions = commandActions('windows', {
  'setting.set': {
    locked: ({ settings }, { key }) => settings.find(key)?.locked ?? true,
    run({ settings }, { key, value }) {
      const row = settings.find(key);
      if (row === null) return failed('notFound', `there is no setting ${JSON.stringify(key)} for a window`);
      if (row.lockedBy !== null) return failed('notAllowed', `${key} is fixed by the ${row.lockedBy}`);
      const read = readInput(z.strictObject({ value: row.schema }), { value });
      if (!read.ok) return read;
      settings.set(row.key, read.value.value.value);
      return done(null);
    },
  },
  'display.choose': ({ displays }, { id }) => displays.choose(id),
  'display.identify': ({ displays }) => displays.identify(),
  'picture.keep': ({ pictures }, { place, webp }) => pictures.keep(place, Buffer.from(webp, 'base64')),
  'picture.remove': ({ pictures }, { place, name }) => pictures.remove(place, name),
  'screen.canTouch'({ noteTouch }, { touch }) {
    noteTouch(touch);
    return done(null);
  },
  'screen.painted'({ notePainted }, { rev }) {
    notePainted(rev);
    return done(null);
  },
});
