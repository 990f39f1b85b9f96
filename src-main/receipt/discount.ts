import { identifier, openName, record } from './fields.ts';

/** A discount of the bill or of a line. Fields beyond id and type are not shown (interface document 2.4, 2.12). */
export const discountSchema = record('2.4', { id: identifier, type: openName });
