import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { type AdmissionContext, admit } from '../../../src-main/api/admission.ts';

test.each([
  ['127.0.0.1', 'admitted'],
  ['localhost', 'admitted'],
  ['[::1]:80', 'admitted'],
  ['evil.example', 'refused'],
])('on port 80, which HTTP clients leave out, a request to %s is %s', (host, kind) => {
  const context = {
    state: { port: 80, stopping: false },
    settings: () => ({ posApi: { allowedOrigins: [] } }),
  } as unknown as AdmissionContext;
  const request = { headers: { host }, httpVersion: '1.1', method: 'GET' } as unknown as IncomingMessage;
  expect(admit(request, '/v1/health', 'open', context).kind).toBe(kind);
});
