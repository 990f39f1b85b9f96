/**
 * Plain Chromium does not load custom schemes, so `app://customer/x` becomes `http://customer.app.localhost/x`, which
 * is a secure context with its own origin. The stand-in translates both ways, and product code sees only the real
 * address.
 */
const suffix = '.localhost';

export const toChromium = (address: string): string => {
  const url = new URL(address);
  const scheme = url.protocol.slice(0, -1);
  return scheme === 'http' || scheme === 'https' || scheme === 'about'
    ? address
    : `http://${url.host}.${scheme}${suffix}${url.pathname === '' ? '/' : url.pathname}${url.search}${url.hash}`;
};

/** Null without a custom scheme. */
export const fromChromium = (address: string): { readonly scheme: string; readonly address: string } | null => {
  const url = URL.parse(address);
  const parts = url?.protocol === 'http:' && url.port === '' ? url.hostname.split('.') : [];
  const [host, scheme, end] = parts;
  if (url === null || parts.length !== 3 || host === undefined || scheme === undefined || end !== 'localhost') {
    return null;
  }
  return { scheme, address: `${scheme}://${host}${url.pathname}${url.search}${url.hash}` };
};

/** The origin as Electron's WebFrameMain writes it. */
export const appOriginOf = (address: string): string => {
  const custom = fromChromium(address);
  if (custom === null) return URL.parse(address)?.origin ?? 'null';
  return `${custom.scheme}://${new URL(custom.address).host}`;
};
