import { expect, test } from 'vitest';
import { problemOf, problemTypes } from '../../../src-main/dispatch/problem.ts';

test('the message of a bug is not sent to the till', () => {
  expect(problemOf({ code: 'internal', message: 'at /some/file.ts' }).detail).not.toContain('file');
});

test.each([
  ...(['offline', 'notConfigured', 'keychainMissing', 'restarting', 'notOpened'] as const),
  ...(['shuttingDown', 'storageFull', 'queueFull'] as const),
])('%s is answered with a status after which a till sends its request again', (code) => {
  expect(problemTypes[problemOf({ code, message: '' }).type].status).toBeOneOf([503, 507]);
});
