import { walkPlaces } from './walk-places.ts';

walkPlaces(1, 2);
