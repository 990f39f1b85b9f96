import type { Migration } from '../database.ts';

/** What every database of this app knows of itself: which one it is, how far it has come, and whose it is. */
export const lineageMigration = (position: number): Migration => ({
  name: `${position} lineage`,
  sql: `
    create table lineage (
      only integer primary key check (only = 1),
      id text not null,
      commits integer not null,
      installation text
    ) strict;`,
});

/** The folder that it was last used in: where a renamed folder is found again. Null: before that was noted. */
export const homeMigration = (position: number): Migration => ({
  name: `${position} home`,
  sql: 'alter table lineage add column folder text;',
});
