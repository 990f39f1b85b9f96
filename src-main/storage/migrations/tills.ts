import type { Migration } from '../database.ts';
import { homeMigration, lineageMigration } from './lineage.ts';

/** The paired tills: they stay paired when the mode changes, so they have a file of their own. */
export const tillMigrations: readonly Migration[] = [
  {
    name: '1 pairing tokens',
    sql: `
      create table tokens (
        id text primary key,
        name text not null,
        hash text not null unique,
        scopes text not null,
        created_at integer not null
      ) strict, without rowid;`,
  },
  lineageMigration(2),
  homeMigration(3),
  {
    name: '4 an onboarding that is under way',
    // It outlives the change of the connection that it ends with.
    sql: `
      create table kept (
        name text primary key,
        sealed blob not null
      ) strict, without rowid;`,
  },
  {
    name: '5 tills that were removed',
    // A till that comes back under its name finds its sales again.
    sql: `
      create table removed_tills (
        id text primary key,
        name text not null,
        removed_at integer not null
      ) strict, without rowid;`,
  },
  {
    name: '6 files of the watched folder that a connection has claimed',
    // By the hash of a file's content and time: which connection may take it.
    sql: `
      create table file_claims (
        file text primary key,
        connection text not null
      ) strict, without rowid;`,
  },
];
