import { languageNames } from '../../src-renderer/text/i18n.ts';
import { type Entry, entries, entryId, languages, shelves, sizes, textScales } from './entries.ts';

/** The gallery's own page without scripts: a list of all entries, and one of them in a frame. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const spaced = (name: string): string => name.replaceAll('-', ' ');

interface Looked {
  readonly entry: Entry;
  readonly language: string;
  readonly size: number;
  readonly text: number;
}

/** Entry and options from the address. For missing or invalid ones the first is used. */
function lookedAt(value: (name: string) => string): Looked {
  const [first] = entries;
  if (first === undefined) throw new Error('the gallery is empty');
  const entry = entries.find((one) => entryId(one) === value('entry')) ?? first;
  const language = languages.find((one) => one === value('language')) ?? 'en';
  const size = Math.min(Math.trunc(Number(value('size'))) || 0, sizes[entry.shelf].length - 1);
  const text = textScales.find((one) => String(one) === value('text')) ?? 100;
  return { entry, language, size: Math.max(size, 0), text };
}

const addressOf = ({ entry, language, size, text }: Looked): string =>
  `/?${new URLSearchParams({ entry: entryId(entry), language, size: String(size), text: String(text) }).toString()}`;

const choice = (label: string, options: readonly (readonly [label: string, to: Looked, isNow: boolean])[]): string =>
  `<nav aria-label="${label}"><b>${label}</b>${options
    .map(([words, to, isNow]) => {
      const now = isNow ? ' aria-current="true"' : '';
      return `<a href="${escaped(addressOf(to))}"${now}>${escaped(words)}</a>`;
    })
    .join('')}</nav>`;

const style = `
  :root { font: 15px/1.4 system-ui, sans-serif; color-scheme: light dark; }
  body { margin: 0; display: grid; grid-template-columns: 17rem 1fr; height: 100vh; }
  aside { overflow: auto; padding: 1rem; border-inline-end: 1px solid #8884; }
  aside a { display: block; padding: 0.15rem 0.4rem; text-decoration: none; color: inherit; }
  h1, h2 { font-size: 1rem; margin: 0.6rem 0 0.2rem; }
  main { overflow: auto; padding: 1rem; }
  nav { display: inline-flex; gap: 0.3rem; align-items: baseline; margin: 0 1.2rem 0.8rem 0; }
  nav a { padding: 0.1rem 0.5rem; border: 1px solid #8888; border-radius: 999px; text-decoration: none; color: inherit; }
  [aria-current] { background: #0a6e5c; color: #fff !important; border-radius: 999px; }
  iframe { border: 1px solid #8888; background: #fff; transform-origin: 0 0; }
`;

export function indexPage(value: (name: string) => string): string {
  const now = lookedAt(value);
  const { entry, language, size, text } = now;
  const list = shelves
    .map((shelf) => {
      const links = entries
        .filter((one) => one.shelf === shelf)
        .map((one) => {
          const current = one === entry ? ' aria-current="true"' : '';
          return `<a href="${escaped(addressOf({ ...now, entry: one, size: one.shelf === entry.shelf ? size : 0 }))}"${current}>${spaced(one.name)}</a>`;
        });
      return `<h2>${shelf}</h2>${links.join('')}`;
    })
    .join('');
  // A smaller window drawn larger has larger text, like a browser's zoom.
  const { width, height } = sizes[entry.shelf][size] ?? sizes[entry.shelf][0];
  const zoom = text / 100;
  const frame = `width: ${Math.round(width / zoom)}px; height: ${Math.round(height / zoom)}px; transform: scale(${zoom});`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Every screen and state</title><style>${style}</style></head>
<body><aside><h1>Every screen and state</h1>${list}</aside><main>
${choice(
  'Language',
  languages.map((one) => [languageNames[one], { ...now, language: one }, one === language]),
)}
${choice(
  'Size',
  sizes[entry.shelf].map((one, index) => [`${one.width} x ${one.height}`, { ...now, size: index }, index === size]),
)}
${choice(
  'Text',
  textScales.map((one) => [`${one} %`, { ...now, text: one }, one === text]),
)}
<h1>${spaced(entry.name)}</h1>
<iframe title="${spaced(entry.name)}" style="${frame}" src="/window/${language}/${entryId(entry)}/"></iframe>
</main></body></html>`;
}
