/** The page that shows a display its number: a drawing without script or style, which no window of the app may load. */

export const identifyHost = 'identify';
export const identifyOrigin = `app://${identifyHost}`;

/** Null for a path that is no number of a display. */
export function identifyPage(path: string): string | null {
  const number = /^\/([1-9]\d?)$/.exec(path)?.[1];
  if (number === undefined) return null;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" role="img">' +
    '<rect width="100" height="100" fill="#1c1a17"/>' +
    `<title>${number}</title>` +
    '<text x="50" y="50" fill="#f5efe3" font-family="sans-serif" font-size="72" font-weight="700"' +
    ` text-anchor="middle" dominant-baseline="central">${number}</text></svg>`
  );
}
