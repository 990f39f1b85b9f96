import { walkPlaces } from './walk-places.ts';

walkPlaces(0, 2);
