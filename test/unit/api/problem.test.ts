import { expect, test } from 'vitest';
import { problemBody, problemHeaders, problemOf, problemTypes } from '../../../src-main/api/problem.ts';
import { appErrorCodes, failed } from '../../../src-main/lib/result.ts';

const statusOf = {
  invalid: 422,
  notFound: 404,
  conflict: 409,
  wrongState: 409,
  notAllowed: 403,
  pinNeeded: 403,
  pinWrong: 403,
  pinPaused: 403,
  tooLarge: 502,
  offline: 503,
  outcomeUnknown: 502,
  signInNeeded: 503,
  loyaltyUserUnknown: 404,
  loyaltyNotActive: 403,
  refused: 502,
  notConfigured: 503,
  keychainMissing: 503,
  storageFull: 507,
  partnerNotConfigured: 404,
  userNotYetAvailable: 503,
  queueFull: 507,
  tooManyOpen: 429,
  storageBusy: 503,
  shuttingDown: 503,
  internal: 500,
} as const;

test.each(appErrorCodes)('the error %s has its status, and the type, title and status agree', (code) => {
  const { error } = failed(code, 'words') as { error: { code: typeof code; message: string } };
  const body = problemBody(problemOf(error), '/v1/sales');
  expect(body).toMatchObject({ status: statusOf[code], instance: '/v1/sales' });
  expect(problemTypes[body.type as keyof typeof problemTypes]).toEqual({ status: body.status, title: body.title });
});

test('a bug does not tell its words to the till', () => {
  expect(problemOf({ code: 'internal', message: 'at /some/file.ts' }).detail).not.toContain('file');
});

test('what passes by itself says when to come again', () => {
  expect(problemHeaders(problemOf({ code: 'offline', message: '' }))).toEqual({ 'retry-after': '5' });
  expect(problemHeaders(problemOf({ code: 'conflict', message: '' }))).toEqual({});
  const told = { code: 'userNotYetAvailable', message: '', retryAfterMs: 9_500 } as const;
  expect(problemHeaders(problemOf(told))).toEqual({ 'retry-after': '10' });
});

test('the fields of the app stand in the answer as they are', () => {
  const fields = [{ path: '/bill/data', code: 'missing', message: 'The field is missing.' }];
  expect(problemBody(problemOf({ code: 'invalid', message: '', fields }), '').errors).toEqual(fields);
});
