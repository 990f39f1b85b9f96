import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { confStore } from '../../../src-main/settings/settings-file.ts';
import { openSettings, readSettings } from '../../../src-main/settings/stored-settings.ts';
import { countries, ruleOn, vatPercentOn, vatPercentsOn } from '../../../src-main/shared/country.ts';
import { SettingLocked } from '../../../src-main/shared/result.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const nowMs = Date.UTC(2026, 0, 5, 9, 30, 15);
let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

const file = () => join(folder, 'settings.json');
const open = (log = createTestLog()) => openSettings(confStore(folder, nowMs), log);

describe('settings on disk', () => {
  // docs/settings.md has the other defaults.
  test('a fresh start is training, without a notice', () => {
    const settings = open();
    expect(settings.current().mode).toBe('training');
    expect(settings.notices).toEqual({ movedTo: null, problems: [] });
  });

  test('a change survives the end of the program, and the file contains only the change', () => {
    open().update({ service: { storeId: 'store-1' }, cashier: { form: 'dock' } });
    expect(open().current().service).toMatchObject({ storeId: 'store-1', connectTimeoutMs: 5_000 });
    expect(open().current().cashier.form).toBe('dock');
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      service: { storeId: 'store-1' },
      cashier: { form: 'dock' },
    });
  });

  test('a value that a person edits in the file while the app runs is kept and takes effect at the next start', () => {
    const settings = open();
    writeFileSync(file(), JSON.stringify({ service: { baseUrl: 'https://other.example' } }));
    settings.update({ cashier: { form: 'dock' } });
    expect([settings, open()].map((one) => one.current().service.baseUrl)).toEqual(['', 'https://other.example']);
  });

  test.skipIf(systemLacks('modes'))('the file is for its owner only', () => {
    open().update({ mode: 'live' });
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  test('written by a newer version survive a change by this one', () => {
    writeFileSync(file(), JSON.stringify({ service: { storeId: 'a', later: 1 }, new: { key: true } }));
    open().update({ service: { storeId: 'b' } });
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      service: { storeId: 'b', later: 1 },
      new: { key: true },
    });
  });

  test.each([
    ['a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16, as PowerShell writes it', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('a file with %s is read, and a change keeps what was in it', (_what, encode) => {
    writeFileSync(file(), encode('{"mode": "live", "service": {"storeId": "Käse"}}'));
    const settings = open();
    expect(settings.notices.movedTo).toBeNull();
    expect(settings.current()).toMatchObject({ mode: 'live', service: { storeId: 'Käse' } });
    settings.update({ cashier: { form: 'dock' } });
    expect(open().current()).toMatchObject({ service: { storeId: 'Käse' }, cashier: { form: 'dock' } });
  });

  test.each(['{"mode": "live"', '', '[1]', 'null', '\u0000\u0000'])(
    'unreadable settings (%j) are set aside and reported, and defaults are used',
    (content) => {
      writeFileSync(file(), content);
      const log = createTestLog();
      const settings = open(log);
      const aside = join(folder, 'settings.corrupt-2026-01-05T09-30-15.000Z.json');
      expect(settings.current().mode).toBe('training');
      expect(settings.notices.movedTo).toBe(aside);
      expect(readFileSync(aside, 'utf8')).toBe(content);
      expect(log.lines).toContainEqual({
        level: 'error',
        event: 'settings-file-not-read',
        fields: { movedTo: aside },
      });

      settings.update({ mode: 'live' });
      expect(open().current().mode).toBe('live');
      expect(readdirSync(folder).toSorted()).toEqual([aside.slice(folder.length + 1), 'settings.json']);
    },
  );

  test('settings that cannot be read stay, and the start is refused with a sentence', () => {
    mkdirSync(file());
    expect(() => open()).toThrow(/settings\.json: Error: EISDIR.*Expected a file that this user may read\./);
  });

  test('an invalid value resets only its own key, and is named in log and notices', () => {
    writeFileSync(
      file(),
      JSON.stringify({
        mode: 'live',
        posApi: { port: 'eighty', allowedOrigins: ['https://till.example'] },
        pool: 7,
        screen: { accent: 'red', shopName: 'Corner shop', languages: ['de', 'xx'] },
      }),
    );
    const log = createTestLog();
    const settings = open(log);
    expect(settings.current()).toMatchObject({
      mode: 'live',
      posApi: { port: 17_351, allowedOrigins: ['https://till.example'] },
      pool: { target: 200 },
      screen: { accent: '#26338f', shopName: 'Corner shop', languages: ['de', 'en', 'fr', 'es', 'sv', 'pt'] },
    });
    const named = ['pool', 'posApi.port', 'screen.accent', 'screen.languages'];
    expect(settings.notices.problems.map(({ key }) => key).toSorted()).toEqual(named);
    expect(log.lines.map(({ fields }) => fields.setting).toSorted()).toEqual(named);
    expect(settings.notices.problems.find(({ key }) => key === 'posApi.port')?.message).toMatch(
      /^expected a whole number from .*; found text of 6 characters$/,
    );
  });

  test.each([
    ['collector', 'expected an address that starts with https://; found text of 9 characters'],
    ['https://u:canary@c.example/', 'found a user name in the address; expected an address without a user name'],
    [
      'http://c.example/v1/metrics',
      'found http to c.example; expected https (http is for this computer only: 127.0.0.1, localhost, [::1])',
    ],
  ])('settings with an invalid address are reported in one sentence: %s', (url, sentence) => {
    expect(readSettings({ metrics: { url } }).problems).toEqual([{ key: 'metrics.url', message: sentence }]);
  });

  test('an invalid change is refused by name and changes nothing', () => {
    const settings = open();
    expect(() => settings.update({ posApi: { port: 70_000 }, mode: 'live' })).toThrow(/posApi\.port/);
    expect(settings.current()).toMatchObject({ mode: 'training', posApi: { port: 17_351 } });
    expect(open().current().mode).toBe('training');
  });
});

describe('settings in use', () => {
  test('the command line overrides the file and is never saved', () => {
    const settings = openSettings(confStore(folder, nowMs), createTestLog(), { mode: 'live', posApi: { port: 0 } });
    expect(settings.update({ pool: { target: 9 } })).toMatchObject({
      mode: 'live',
      posApi: { port: 0 },
      pool: { target: 9 },
    });
    expect(open().current()).toMatchObject({ mode: 'training', posApi: { port: 17_351 }, pool: { target: 9 } });
  });

  test('name the values that the command line replaces at the next start, also after a change for this run', () => {
    const commandLine = { mode: 'live', service: { baseUrl: 'https://a.example', storeId: '1' } } as const;
    const policy = { locked: { mode: 'training' }, preset: {} } as const;
    const settings = openSettings(confStore(folder, nowMs), createTestLog(), commandLine, {}, policy);
    const patch = { mode: 'training', service: { baseUrl: 'https://b.example', storeId: '1', clientId: 'c' } } as const;
    expect(settings.overriddenAtNextStart(patch)).toEqual(['service.baseUrl']);
    settings.update(patch);
    expect(settings.current().service.baseUrl).toBe('https://b.example');
    expect(settings.overriddenAtNextStart(patch)).toEqual(['service.baseUrl']);
  });

  test('notify listeners of a change once with both versions, and not without a change', () => {
    const settings = open();
    const changes: string[] = [];
    const stop = settings.onChange((now, before) => changes.push(`${before.mode} -> ${now.mode}`));
    settings.update({ mode: 'live' });
    settings.update({ mode: 'live' });
    stop();
    settings.update({ mode: 'training' });
    expect(changes).toEqual(['training -> live']);
  });

  test.each([undefined, null, 5, 'text', [], { mode: null }, JSON.parse('{"__proto__":{"mode":"live"}}')])(
    'reading never throws: %j',
    (raw) => {
      expect(readSettings(raw).settings.mode).toBe('training');
    },
  );
});

test('a locked value of a policy overrides everything, cannot be changed, and leaves the stored value unchanged', () => {
  const layer = { locked: { retention: { days: 30 } }, preset: { pool: { target: 2 }, retention: { days: 1 } } };
  const room = openSettings(confStore(folder, nowMs), createTestLog(), { retention: { days: 7 } }, {}, layer);
  expect([room.current().retention.days, room.current().pool.target]).toEqual([30, 2]);
  expect(room.lockedKeys()).toEqual(['retention.days']);
  const before = confStore(folder, nowMs).get();
  expect(() => room.update({ retention: { days: 60 }, pool: { target: 3 } })).toThrow(SettingLocked);
  expect(confStore(folder, nowMs).get()).toEqual(before);
  room.update({ retention: { days: 30 }, pool: { target: 3 } });
  expect(room.current().pool.target).toBe(3);
});

const limitsOf = ({ from, until }: { from: string | null; until: string | null }) => [from, until];

describe('the country of the shop', () => {
  const shopIn = (country: string) => {
    const { cashier, consent, delivery, screen } = open().update({ cashier: { country } });
    const { currency, vatPercents, typedSales } = cashier;
    return {
      ...{ currency, vatPercents, cash: delivery.cashRoundingCents, speaks: screen.language },
      ...{ asks: consent.needed, offline: delivery.offlineRule, notice: screen.paperNotice, types: typedSales },
    };
  };

  test('sets currency, VAT rates, cash rounding, rules and the language of customers', () => {
    expect(shopIn('SE')).toEqual({
      ...{ currency: 'SEK', vatPercents: [25, 12, 6, 0], cash: 100, speaks: 'sv' },
      ...{ asks: true, offline: 'digital', notice: false, types: false },
    });
    expect(shopIn('CH')).toMatchObject({ currency: 'CHF', vatPercents: [8.1, 3.8, 2.6, 0], cash: 5, types: true });
    expect(shopIn('HU')).toMatchObject({ currency: 'HUF', vatPercents: [27, 18, 5, 0], cash: 500 });
    expect(shopIn('DK')).toMatchObject({ currency: 'DKK', vatPercents: [25, 0], cash: 50 });
    expect(shopIn('FR')).toMatchObject({ asks: false, offline: 'digital', notice: true, types: false });
    expect(shopIn('AT')).toMatchObject({ currency: 'EUR', cash: 0, speaks: 'de', asks: true, offline: 'paper' });
    expect(shopIn('DE')).toMatchObject({ currency: 'EUR', vatPercents: [19, 7, 0], cash: 0, asks: true, types: false });
  });

  test('is one of the table of the European Union and its neighbours, and its VAT rates are sorted from the highest', () => {
    const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
    expect(Object.keys(countries)).toEqual(expect.arrayContaining([...union, 'CH', 'GB', 'NO']));
    for (const [code, { currency, vat, rules }] of Object.entries(countries)) {
      const vatPercents = vatPercentsOn(code, '2026-11-26');
      expect(Intl.supportedValuesOf('currency'), code).toContain(currency);
      const evidence = [vat, ...Object.values(rules)];
      for (const { source } of evidence) expect(source === null || URL.canParse(source), code).toBe(true);
      const days = [...evidence.flatMap(({ from, checkedOn }) => [from, checkedOn]), ...vat.rates.flatMap(limitsOf)];
      for (const day of days) expect(day ?? '2026-01-01', code).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(
        vatPercents.toSorted((one, other) => other - one),
        code,
      ).toEqual(vatPercents);
    }
    const rounds = Object.entries(countries).filter(([code]) => ruleOn(code, 'cashStepCents', '2026-11-26'));
    const inEuros = rounds.filter(([, { currency }]) => currency === 'EUR').map(([code]) => code);
    expect(inEuros.toSorted()).toEqual(['BE', 'EE', 'FI', 'IE', 'IT', 'LT', 'NL', 'SK']);
  });

  test('overrides the language of the computer and yields to every setting; the file contains the country, not its values', () => {
    const preset = { cashier: { currency: 'EUR' } };
    const policy = { locked: { cashier: { country: 'NO' } }, preset };
    const computer = { screen: { language: 'fr' as const } };
    const settings = openSettings(confStore(folder, nowMs), createTestLog(), {}, computer, policy);
    expect(settings.current()).toMatchObject({ cashier: { currency: 'EUR', vatPercents: [25, 15, 12, 0] } });
    expect(settings.current().screen.language).toBe('en');
    settings.update({ cashier: { vatPercents: [25] } });
    const unlocked = openSettings(confStore(folder, nowMs), createTestLog(), {}, computer, { locked: {}, preset });
    expect(unlocked.update({ cashier: { country: 'CH' } }).cashier.vatPercents).toEqual([25]);
    // Switzerland has four languages, so the computer's is used.
    expect(unlocked.current()).toMatchObject({ screen: { language: 'fr' }, delivery: { cashRoundingCents: 5 } });
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ cashier: { vatPercents: [25], country: 'CH' } });
  });

  test('customers are greeted in the language of the cashier if no country is set', () => {
    const computer = { cashier: { language: 'de' as const } };
    const settings = openSettings(confStore(folder, nowMs), createTestLog(), {}, computer);
    expect(settings.current().screen.language).toBe('de');
    expect(settings.update({ cashier: { language: 'en' } }).screen.language).toBe('en');
    expect(settings.update({ cashier: { country: 'SE' } }).screen.language).toBe('sv');
    expect(settings.update({ screen: { language: 'pt' } }).screen.language).toBe('pt');
  });

  test('has the VAT rates and rules of the day', () => {
    expect(vatPercentOn('DE', 'standard', '2020-06-30')).toBe(19);
    expect(vatPercentsOn('DE', '2020-07-01')).toEqual([16, 5, 0]);
    expect(vatPercentsOn('DE', '2020-12-31')).toEqual([16, 5, 0]);
    expect(vatPercentOn('DE', 'reduced', '2021-01-01')).toBe(7);
    expect(vatPercentsOn('AT', '2026-06-30')).toEqual([20, 13, 10, 0]);
    expect(vatPercentOn('AT', 'reduced', '2026-11-26')).toBe(10);
    expect(vatPercentOn('XX', 'standard', '2026-11-26')).toBeUndefined();
    expect(ruleOn('AT', 'agreement', '2026-09-30')).toBeUndefined();
    expect(ruleOn('AT', 'agreement', '2026-10-01')).toBe(false);
    const austrianOn = (at: number) =>
      openSettings(confStore(folder, at), createTestLog(), { cashier: { country: 'AT' } }).current();
    expect(austrianOn(Date.UTC(2026, 8, 30, 12)).consent.needed).toBe(true);
    const october = austrianOn(Date.UTC(2026, 9, 1, 12));
    expect([october.consent.needed, october.cashier.vatPercents]).toEqual([false, [20, 13, 10, 4.9, 0]]);
  });

  test('is ignored if it is not in the table', () => {
    expect(shopIn('JP')).toMatchObject({ currency: 'EUR', vatPercents: [19, 7, 0], asks: true, types: true });
  });
});
