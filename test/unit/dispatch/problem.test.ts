import { expect, test } from 'vitest';
import { problemBody, problemHeaders, problemOf } from '../../../src-main/dispatch/problem.ts';

test('the message of a bug is not sent to the till', () => {
  expect(problemOf({ code: 'internal', message: 'at /some/file.ts' }).detail).not.toContain('file');
});

test('a temporary problem has a time for the next try', () => {
  expect(problemHeaders(problemOf({ code: 'offline', message: '' }))).toEqual({ 'retry-after': '5' });
  expect(problemHeaders(problemOf({ code: 'conflict', message: '' }))).toEqual({});
  const error = { code: 'userNotYetAvailable', message: '', retryAfterMs: 9_500 } as const;
  expect(problemHeaders(problemOf(error))).toEqual({ 'retry-after': '10' });
});

test('the problem contains the list of wrong fields unchanged', () => {
  const fields = [{ path: '/bill/data', code: 'missing', message: 'The field is missing.' }];
  expect(problemBody(problemOf({ code: 'invalid', message: '', fields }), '').errors).toEqual(fields);
});
