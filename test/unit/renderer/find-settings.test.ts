import { expect, test } from 'vitest';
import { type Findable, findSettings } from '../../../src-renderer/cashier/settings/search/find-settings.ts';

const one = (label: string, part: Partial<Findable> = {}): Findable => ({
  ...{ setting: label, page: 'window', label, where: '', help: '' },
  ...part,
});
const all = [
  one('Écran client'),
  one('Fenêtre', { help: 'À côté du logiciel de caisse' }),
  one('Größe der Anzeige', { where: 'Kundendisplay' }),
  one('Anzeige'),
];
const labels = (typed: string) => findSettings(all, typed).map(({ label }) => label);

test('a setting is found without accents and capitals, by any of its words in any order', () => {
  expect(labels('ecran')).toEqual(['Écran client']);
  expect(labels('CLIENT écr')).toEqual(['Écran client']);
  expect(labels('grosse')).toEqual(['Größe der Anzeige']);
});

test('its help and its page count, behind its name', () => {
  expect(labels('logiciel caisse')).toEqual(['Fenêtre']);
  expect(labels('anzeige kundendisplay')).toEqual(['Größe der Anzeige']);
  expect(labels('client')).toEqual(['Écran client']);
  expect(findSettings([one('b', { help: 'word' }), one('word')], 'word').map(({ label }) => label)).toEqual([
    'word',
    'b',
  ]);
});

test('nothing typed finds nothing, and no more is found than a person looks through', () => {
  expect(labels('  ')).toEqual([]);
  expect(
    findSettings(
      Array.from({ length: 40 }, (_, at) => one(`setting ${at}`)),
      'setting',
    ),
  ).toHaveLength(6);
});
