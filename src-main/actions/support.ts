import { done } from '../kernel/result.ts';
import { commandActions } from './action.ts';

/** What is wrong here, and what support is given of it. */
export const supportActions = commandActions('program', {
  'diagnostics.get': ({ support }) => done(support.about()),
  'diagnostics.log': ({ support }) => done(support.log()),
  'support.contents': ({ support }) => done(support.contents()),
  'key.change': ({ support }) => support.changeKey(),
  'support.write': ({ support }) => support.write(),
});
