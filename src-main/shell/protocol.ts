import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { CustomScheme } from 'electron';
import type { ScreenRole } from '../ports.ts';
import { pictureFolder } from '../shared/shop-look.ts';

/** The origin of the pages with displays' numbers, which have no script. No other window can load them. */
export const identifyOrigin = 'app://identify';

function identifyPage(address: string): string | null {
  const number = /^app:\/\/identify\/([1-9]\d?)$/.exec(address)?.[1];
  if (number === undefined) return null;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" role="img">' +
    '<rect width="100" height="100" fill="#1c1a17"/>' +
    `<title>${number}</title>` +
    '<text x="50" y="50" fill="#f5efe3" font-family="sans-serif" font-size="72" font-weight="700"' +
    ` text-anchor="middle" dominant-baseline="central">${number}</text></svg>`
  );
}

export const scheme = 'app';

export const screenOrigin = (role: ScreenRole): string => `${scheme}://${role}`;

/** Registered before the app is ready, so that `app:` has real origins and is a secure context. */
export const privilegedScheme = {
  scheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
} as const satisfies CustomScheme;

/** Pages may load only our own files and open no connections. `data:` is for a merchant's logo. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const isRole = (host: string): host is ScreenRole => host === 'cashier' || host === 'customer';

/** Matches plain folder and file names without a leading dot or percent-encoding, so that no path leads outside. */
const plainPath = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/** Returns the file for an address, or null. `app://cashier/` is `cashier.html`; no other path leads to an HTML page. */
export const fileOf = (address: string): string | null => {
  const url = URL.parse(address);
  if (url?.protocol !== `${scheme}:` || !isRole(url.host)) return null;
  if (url.pathname === '/' || url.pathname === '') return `${url.host}.html`;
  if (!plainPath.test(url.pathname) || !(extname(url.pathname) in contentTypes)) return null;
  return extname(url.pathname) === '.html' ? null : url.pathname.slice(1);
};

const picturePattern = new RegExp(`^${scheme}://(?:cashier|customer)/${pictureFolder}/([^/]+)$`);

/** Serves the files below `root` and the shop's pictures. Unknown addresses: 404. Other methods than GET: 405. */
export const serveFiles =
  (root: string, readPicture: (name: string) => Uint8Array<ArrayBuffer> | null = () => null) =>
  async (request: Pick<Request, 'url' | 'method'>): Promise<Response> => {
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: securityHeaders });
    const ok = (body: string | Uint8Array<ArrayBuffer>, type: string): Response =>
      new Response(body, { headers: { ...securityHeaders, 'content-type': type } });
    const number = identifyPage(request.url);
    if (number !== null) return ok(number, 'image/svg+xml');
    const picture = picturePattern.exec(request.url)?.[1];
    const shown = picture === undefined ? null : readPicture(picture);
    if (shown !== null) return ok(shown, 'image/webp');
    const file = fileOf(request.url);
    const body = file === null ? null : await readFile(join(root, file)).catch(() => null);
    if (file === null || body === null) return new Response(null, { status: 404, headers: securityHeaders });
    return ok(new Uint8Array(body), contentTypes[extname(file)] ?? 'application/octet-stream');
  };
