import fc from 'fast-check';
import { seed } from './fakes/drawn.ts';

// Every property-based test of a run begins with the seed of the run.
fc.configureGlobal({ seed });
