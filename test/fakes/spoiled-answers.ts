/** The sign-in page of a captive portal. */
export const webPage = {
  kind: 'status',
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><html><head><title>Welcome</title></head><body><h1>Sign in to this network</h1></body></html>',
} as const;

export const noJson = {
  kind: 'status',
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: '{]nonsense',
} as const;

export const redirect = { kind: 'status', status: 302, headers: { location: '/elsewhere' } } as const;
