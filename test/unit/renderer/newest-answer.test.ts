import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { done, failed, type Result } from '../../../src-main/shared/result.ts';
import { createNewestAnswer, pageByPage, Unanswered } from '../../../src-renderer/cashier/query-state.tsx';
import { inLanguage } from '../../fakes/texts.ts';

function open<Value>() {
  const { promise, resolve } = Promise.withResolvers<Result<Value>>();
  return {
    put: () => promise,
    answer: async (result: Result<Value>) => {
      resolve(result);
      await promise;
    },
  };
}

describe('the newest answer', () => {
  test('an answer that was overtaken by a newer question changes nothing', async () => {
    const asking = createNewestAnswer<string>();
    const [first, second] = [open<string>(), open<string>()];
    asking.ask('monday', first.put);
    asking.ask('tuesday', second.put);
    await second.answer(done('figures of Tuesday'));
    await first.answer(done('figures of Monday'));
    expect(asking.store.getState()).toEqual({ value: 'figures of Tuesday', hasFailed: false });
  });

  test('is ignored after the page was left', async () => {
    const asking = createNewestAnswer<string>();
    const question = open<string>();
    const leave = asking.ask('monday', question.put);
    leave();
    await question.answer(done('figures'));
    expect(asking.store.getState()).toEqual({ value: null, hasFailed: false });
  });

  test('a page that stops waiting for an older question still gets the newer answer', async () => {
    const asking = createNewestAnswer<string>();
    const leaveFirst = asking.ask('monday', open<string>().put);
    const second = open<string>();
    asking.ask('tuesday', second.put);
    leaveFirst();
    await second.answer(done('figures'));
    expect(asking.store.getState().value).toBe('figures');
  });

  test('stays visible while the same question is asked again, and after a failure', async () => {
    const asking = createNewestAnswer<string>();
    const [first, second, third] = [open<string>(), open<string>(), open<string>()];
    asking.ask('monday', first.put);
    await first.answer(done('figures'));
    asking.ask('monday', second.put);
    expect(asking.store.getState()).toEqual({ value: 'figures', hasFailed: false });
    await second.answer(failed('storageBusy', 'held'));
    expect(asking.store.getState()).toEqual({ value: 'figures', hasFailed: true });
    asking.ask('monday', third.put);
    await third.answer(done('newer figures'));
    expect(asking.store.getState()).toEqual({ value: 'newer figures', hasFailed: false });
  });

  test('the figures of one day are not shown under another day that could not be read', async () => {
    const asking = createNewestAnswer<string>();
    const [first, second] = [open<string>(), open<string>()];
    asking.ask('monday', first.put);
    await first.answer(done('figures of Monday'));
    asking.ask('tuesday', second.put);
    await second.answer(failed('storageBusy', 'held'));
    expect(asking.store.getState()).toEqual({ value: null, hasFailed: true });
  });
});

describe('a list page by page', () => {
  interface Page {
    rows: string[];
    next: number | null;
  }

  async function listed(first: Page) {
    const asking = createNewestAnswer<Page>();
    const load = async (page: Page): Promise<void> => {
      const question = open<Page>();
      asking.ask('receipts', question.put);
      await question.answer(done(page));
    };
    await load(first);
    const requests: { readonly cursor: number; readonly answer: (page: Result<Page>) => Promise<void> }[] = [];
    const now = () =>
      pageByPage({ ...asking.store.getState(), replace: asking.replace, again: () => undefined }, (cursor) => {
        const question = open<Page>();
        requests.push({ cursor, answer: question.answer });
        return question.put();
      });
    return { now, load, requests };
  }

  test('the next page follows the visible rows', async () => {
    const { now, requests } = await listed({ rows: ['a', 'b'], next: 2 });
    const more = now().more();
    expect(requests.map(({ cursor }) => cursor)).toEqual([2]);
    await requests[0]?.answer(done({ rows: ['c'], next: null }));
    await more;
    expect(now()).toMatchObject({ rows: ['a', 'b', 'c'], next: null });
  });

  test('a double tap shows no receipt twice', async () => {
    const { now, requests } = await listed({ rows: ['a'], next: 1 });
    const { more } = now();
    const taps = [more(), more()];
    for (const { answer } of requests) await answer(done({ rows: ['b'], next: 2 }));
    await Promise.all(taps);
    expect(now()).toMatchObject({ rows: ['a', 'b'], next: 2 });
  });

  test('a page of an earlier search is not added to the list of a later one', async () => {
    const { now, load, requests } = await listed({ rows: ['a'], next: 1 });
    const more = now().more();
    await load({ rows: ['other'], next: null });
    await requests[0]?.answer(done({ rows: ['b'], next: null }));
    await more;
    expect(now()).toMatchObject({ rows: ['other'], next: null });
  });

  test('a page that could not be read leaves the list as it is', async () => {
    const { now, requests } = await listed({ rows: ['a'], next: 1 });
    const more = now().more();
    await requests[0]?.answer(failed('storageBusy', 'held'));
    await more;
    expect(now()).toMatchObject({ rows: ['a'], next: 1 });
  });
});

const drawn = (hasFailed: boolean): string =>
  inLanguage('en', () =>
    renderToStaticMarkup(createElement(Unanswered, { of: { hasFailed, again: () => undefined } })),
  );

test('a page that could not be read has a button that asks again, and one that waits for its answer has no message', () => {
  expect(drawn(true)).toMatch(/<button[^>]*>.*Try again<\/button>/);
  expect(drawn(false)).toBe('');
});
