import { expect, test } from 'vitest';
import { problemOf } from '../../../src-main/dispatch/problem.ts';

test('the message of a bug is not sent to the till', () => {
  expect(problemOf({ code: 'internal', message: 'at /some/file.ts' }).detail).not.toContain('file');
});
