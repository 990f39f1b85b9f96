import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectText, root } from '../fakes/project-files.ts';

const ours = /^(?:src-main|src-renderer|test|scripts|docs|assets|\.github)\/|^[^/]+$/;
const there = globSync('{*,{src-main,src-renderer,test,scripts,docs,assets,.github}/**/*}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => ours.test(path));
const documents = there.filter((path) => path.endsWith('.md'));
const rooms = globSync('src-main/*/', { cwd: root }).map((path) => basename(path));
/** Code blocks are for the reader, so text in them is no link. */
const proseOf = (path: string): string => projectText(path).replace(/^```.*?^```$/gms, '');

const anchorsOf = (path: string): readonly string[] =>
  [...proseOf(path).matchAll(/^#+ +(.*)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksOf = (path: string): readonly string[] =>
  [...proseOf(path).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)|(?:src|href)="([^"]+)"/g)]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));

const leadsSomewhere = (from: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const to = path === '' ? from : join(dirname(from), decodeURIComponent(path)).replaceAll('\\', '/');
  if (!existsSync(join(root, to))) return false;
  return anchor === undefined || anchorsOf(to).includes(anchor);
};

test.each(documents)('every link and picture in %s has a target', (path) => {
  expect(linksOf(path).filter((link) => !leadsSomewhere(path, link))).toEqual([]);
});

test.each(documents)('every source file that %s names exists', (path) => {
  const named = [...proseOf(path).matchAll(/`([\w./-]+\.(?:tsx?|mjs|css))`/g)].map(([, name = '']) => name);
  const isThere = (name: string): boolean =>
    there.some((file) => `/${file}`.endsWith(`/${name.replace(/^\.+\//, '')}`));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test.each(documents)('every command in %s exists', (path) => {
  const { scripts } = JSON.parse(projectText('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const text = projectText(path);
  const ran = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  const started = [...text.matchAll(/node ((?:scripts|test|src-main)\/[\w./-]+\.(?:ts|mjs))/g)].map(
    ([, file = '']) => file,
  );
  expect(ran.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  expect(started.filter((file) => !there.includes(file))).toEqual([]);
});

test.each(rooms)('the README has a row for the folder %s', (room) => {
  const folders = /^## Folders\n(.*?)^## /ms.exec(projectText('README.md'))?.[1] ?? '';
  const names = folders.replaceAll(/\[(`[^`]+`)\]\([^)]*\)/g, '$1');
  expect([...names.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '))).toContain(`\`${room}\``);
});

test('every page is linked, directly or over other pages, from the README', () => {
  const targetsOf = (from: string): readonly string[] =>
    linksOf(from)
      .filter((link) => !link.startsWith('#'))
      .map((link) => join(dirname(from), decodeURIComponent(link.split('#')[0] ?? '')).replaceAll('\\', '/'));
  const found = new Set(['README.md']);
  // A set also visits members that are added during the loop.
  for (const page of found)
    for (const target of targetsOf(page))
      for (const path of documents) if (path === target || dirname(path) === target) found.add(path);
  expect(documents.filter((path) => !path.startsWith('.github/') && !found.has(path))).toEqual([]);
});

const cited = there.filter((path) => /^(?:src-main|src-renderer|test|scripts)\/.*\.(?:tsx?|md)$/.test(path));

test('every section of receipt-service.md that the code cites exists', () => {
  const sections = [...projectText('docs/receipt-service.md').matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map(
    ([, number]) => number,
  );
  const missing = cited.flatMap((path) =>
    [...projectText(path).matchAll(/receipt-service\.md,?(?: section)? (\d+(?:\.\d+)?)/g)]
      // "5.8" cites rule 8 of the list in section 5, "Sign-in".
      .map(([, number = '']) => number.replace(/^5\..*/, '5'))
      .filter((number) => !sections.includes(number))
      .map((number) => `${path}: ${number}`),
  );
  expect(missing).toEqual([]);
});

test('no file cites the interface document, the service rules or pos-api.md, which are not in the repository', () => {
  const foreign = /interface document|service rules|pos-api\.md/i;
  expect(cited.filter((path) => !path.endsWith('links.test.ts') && foreign.test(projectText(path)))).toEqual([]);
});
