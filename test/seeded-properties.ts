import fc from 'fast-check';
import { seed } from './fakes/drawn.ts';

fc.configureGlobal({ seed });
