import { writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { projectFiles, projectText, root } from '../fakes/project-files.ts';

/**
 * The import rules of src-main and src-renderer, and who may use time, environment and bridge. The functions take
 * sources and return breaches, each with the correct alternative. `node test/contract/import-rules.ts` draws the
 * diagram.
 */

/** The order counts: a feature may import only the features before it. */
const features = [
  'storage',
  'outbox',
  'service',
  'receipts',
  'dispatch',
  'settings',
  'printer',
  'connection',
  'diagnostics',
  'tills',
  'sales',
  'delivery',
  'records',
  'partner',
  'views',
] as const;

/** What composes the folders. */
const composition = ['program', 'headless.ts', 'cli-main.ts'];
/** Modules that know nothing of receipts. */
const ports = ['ports.ts', 'main-strings.ts'] as const;

/** The imports that a folder may have besides itself and shared; `type:` allows only types. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  'ports.ts': [],
  'main-strings.ts': [],
  'system-ports.ts': ['ports.ts'],
  'node-fetch.ts': ['ports.ts'],

  ...Object.fromEntries(features.map((name, at) => [name, [...features.slice(0, at), ...ports]])),
  // The threads of the printer port create their own clocks, so printer may import system-ports.ts.
  printer: ['storage', 'outbox', 'service', 'receipts', 'dispatch', 'settings', ...ports, 'system-ports.ts'],
  'action-table.ts': features,
  // The interfaces for tills call commands. They never import each other.
  api: ['action-table.ts', 'dispatch', 'receipts', 'sales', 'tills', 'partner', 'ports.ts'],
  inbox: ['action-table.ts', 'dispatch', 'storage', 'ports.ts'],
  'option-parser.ts': [],
  simulator: ['ports.ts'],
  'config.ts': ['option-parser.ts', 'program-help.json', 'settings', 'ports.ts'],
  // Commands that work on the app's files without the app, or call its POS API.
  cli: [...features, ...ports, 'inbox', 'option-parser.ts', 'config.ts', 'system-ports.ts', 'node-fetch.ts'],
  // The composition may import everything except the program with windows.
  ...Object.fromEntries(composition.map((name) => [name, ['everything']])),
  // shell contains a store for the settings, because electron-store needs a folder that may import electron.
  shell: ['settings', 'diagnostics', ...ports, 'type:config.ts'],
  preload: [],
  'main.ts': ['everything', 'shell'],
};

/** Files that only decide: they import other pure files, but no port and no disk. */
const isPure = (path: string): boolean =>
  /^src-main\/((shared|receipts)\/|outbox\/(job|pause|policy)\.ts$|sales\/sale\/)/.test(path);

/** Packages that only these paths may import, with the alternative for others. */
const singleUsers: readonly { readonly packages: RegExp; readonly from: RegExp; readonly instead: string }[] = [
  {
    packages: /^electron(\/.*)?$/,
    from: /^src-main\/(shell\/|preload\/|main\.ts$)/,
    instead: 'electron stays in src-main/shell, preload and main.ts; ask for a port of src-main/ports.ts',
  },
  {
    packages: /^electron-(store|updater|log)$/,
    from: /^src-main\/shell\//,
    instead: 'it imports electron and stays in src-main/shell; take what it gives as a small port',
  },
  {
    packages: /^(keytar|conf)$/,
    from: /^src-main\/settings\//,
    instead: 'secrets and settings come from src-main/settings, through the SecretStore port',
  },
  {
    packages: /^(node:sqlite|better-sqlite3)$/,
    // The simulator is independent and has its own database file.
    from: /^src-main\/(storage|simulator)\//,
    instead: 'the database is opened in src-main/storage; take its Database',
  },
  { packages: /^pino$/, from: /^src-main\/diagnostics\//, instead: 'take the Log port' },
  {
    packages: /^@opentelemetry\//,
    from: /^src-main\/diagnostics\/otlp\.ts$/,
    instead: 'take the Metrics port; the SDK is loaded only where metrics are sent',
  },
  {
    packages: /^fflate$/,
    from: /^src-main\/diagnostics\//,
    instead: 'src-main/diagnostics/support.ts makes the zip file',
  },
  {
    packages: /^(react|react-dom|react-i18next|react-aria-components|zustand|lucide-react)(\/.*)?$/,
    from: /^src-renderer\//,
    instead: 'windows are drawn in src-renderer; main sends views',
  },
  {
    packages: /^qrcode$/,
    // The command line draws a registration link in a terminal, and the inbox a receipt address for a till.
    from: /^src-renderer\/|^src-main\/(cli\/run-command|inbox\/put-away)\.ts$/,
    instead: 'codes on the screen are drawn in src-renderer/ui; main sends their address',
  },
];

/** Other things that only one place may use. */
const touches: readonly { readonly what: RegExp; readonly from: RegExp; readonly instead: string }[] = [
  {
    what: /\bprocess\s*(?:\.\s*(?:env|argv)\b|\[\s*['"](?:env|argv))/,
    from: /^src-main\/config\.ts$/,
    instead: 'only src-main/config.ts reads the environment and the command line; take a value as an argument',
  },
  {
    what: /\bDate\s*\.\s*now\b|\bnew\s+Date\s*(?:\(\s*\)|(?![\s\w(]))|\b(?:set(?:Timeout|Interval|Immediate))\s*\(|\bAbortSignal\s*\.\s*timeout\b|['"](?:node:)?timers(?:\/promises)?['"]/,
    // Code in a page uses the page's time: the windows, and the client that the API sends to browsers.
    from: /^src-main\/(?:system-ports|api\/client-module)\.ts$|^src-renderer\//,
    instead: 'time comes from the Clock port (src-main/system-ports.ts has the real one)',
  },
  {
    what: /(?::|extends|&)\s*SessionContext\b(?!['\w])/,
    from: /^src-main\/program\/session\.ts$/,
    instead: "no flow takes everything; name what it uses: Pick<SessionContext, 'clock'>",
  },
  {
    what: /\b(?:window|globalThis)\s*\.\s*bridge\b/,
    from: /^src-renderer\/main-bridge\.ts$/,
    instead: 'only src-renderer/main-bridge.ts touches window.bridge',
  },
];

export const findBreaches = (sources: readonly Source[]): readonly string[] =>
  sources.flatMap(({ path, code, imports }) => [
    ...imports.flatMap(({ target, typeOnly }) =>
      importBreaches(path, target, typeOnly).map((why) => `${path} imports ${target}: ${why}`),
    ),
    ...touches.flatMap(({ what, from, instead }) => {
      const found = from.test(path) ? null : what.exec(code);
      return found === null ? [] : [`${path} has ${found[0].trim()}: ${instead}`];
    }),
  ]);

const targetsOf = ({ path, imports }: Source): readonly string[] =>
  imports.filter(({ target }) => target.startsWith('.')).map(({ target }) => posix.join(posix.dirname(path), target));

export function packagesOf(sources: readonly Source[], entry: string): readonly string[] {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const path of files) {
    const imports = sources.find((source) => source.path === path)?.imports ?? [];
    for (const { target } of imports.filter(({ typeOnly }) => !typeOnly)) {
      if (target.startsWith('.')) files.add(posix.join(posix.dirname(path), target));
      else if (!target.startsWith('node:')) packages.add(target);
    }
  }
  return [...packages].toSorted();
}

/** The box of a file in the diagram. Null for modules that everybody imports. */
function boxOf(path: string): string | null {
  if (path.startsWith('src-renderer/')) return 'src-renderer';
  const folder = folderOf(path);
  if (folder === 'shared' || !path.startsWith('src-main/')) return null;
  return !folder.endsWith('.ts') || ['main.ts', 'action-table.ts', ...composition].includes(folder) ? folder : null;
}

function importsBetween(sources: readonly Source[], groupOf: (path: string) => string | null) {
  const below = new Map<string, Set<string>>();
  for (const source of sources) {
    const from = groupOf(source.path);
    for (const to of targetsOf(source).map(groupOf)) {
      if (from !== null && to !== null && from !== to) below.set(from, (below.get(from) ?? new Set()).add(to));
    }
  }
  return below;
}

/** The longest chain of imports between the folders of src-main, in which a file at the top counts as a folder. */
export function longestChain(sources: readonly Source[]): readonly string[] {
  const below = importsBetween(sources, (path) => (path.startsWith('src-main/') ? folderOf(path) : null));
  const longestFrom = (folders: readonly string[]): readonly string[] => {
    const chains = folders.map((folder) => [folder, ...longestFrom([...(below.get(folder) ?? [])])]);
    return chains.toSorted((one, other) => other.length - one.length)[0] ?? [];
  };
  return longestFrom([...below.keys()]);
}

/** The import diagram for mermaid. Imports that another path implies have no arrow. */
export function diagramOf(sources: readonly Source[]): string {
  const below = importsBetween(sources, boxOf);
  const leadsTo = (from: string, to: string, past: readonly string[] = []): boolean =>
    from === to ||
    [...(below.get(from) ?? [])].some((next) => !past.includes(next) && leadsTo(next, to, [...past, from]));
  const arrows = [...below].map(([from, all]) => {
    const direct = [...all].filter((to) => ![...all].some((by) => by !== to && leadsTo(by, to)));
    return `  ${from} --> ${direct.toSorted().join(' & ')}`;
  });
  return `\`\`\`mermaid\nflowchart TD\n${arrows.toSorted().join('\n')}\n\`\`\``;
}

const importBreaches = (path: string, target: string, typeOnly: boolean): readonly string[] => {
  if (!target.startsWith('.')) {
    const closed = singleUsers.find(({ packages, from }) => packages.test(target) && !from.test(path));
    if (closed !== undefined) return [closed.instead];
    return isPure(path) && target !== 'zod'
      ? [`${folderOf(path)} imports zod and nothing else; what touches the world stays outside`]
      : [];
  }
  const to = posix.join(posix.dirname(path), target);
  if (/^(test|scripts)\//.test(to))
    return ['nothing in src imports test or scripts; move what both need into a folder'];
  if (path.startsWith('src-renderer/')) return rendererBreaches(path, to);
  // JSON data (sentences, the version, the description of the API) may be imported by every folder of src-main.
  if (/^(package\.json$|docs\/openapi\.json$|assets\/)/.test(to)) return [];
  if (!to.startsWith('src-main/')) return ['src-main imports src-main only'];
  if (isPure(path) && !isPure(to))
    return [`${path} is pure: it knows neither a port nor the disk; hand in what it needs`];
  const [from, folder] = [folderOf(path), folderOf(to)];
  const allowed = mayImport[from];
  if (allowed === undefined) return [`${from} is no folder of ours; give it its row in test/contract/import-rules.ts`];
  if (folder === from) return [];
  if (folder === 'shared' || allowed.includes(folder)) return [];
  if (allowed.includes('everything') && !['main.ts', 'shell', 'preload'].includes(folder)) return [];
  if (allowed.includes(`type:${folder}`)) {
    return typeOnly
      ? []
      : [`${from} may import the types of ${folder} only (import type); program/app.ts hands the values in`];
  }
  const list = ['shared', ...allowed].map((name) => name.replace('type:', 'types of ')).join(', ');
  return [`${from} may import ${list}; declare what it needs as a type and let who knows both plug ${folder} in`];
};

const rendererBreaches = (path: string, to: string): readonly string[] => {
  if (to.startsWith('src-main/')) {
    return /^src-main\/shared\//.test(to) ? [] : ['a window knows src-main/shared only; put what it needs into a view'];
  }
  const [from, folder] = [folderOf(path), folderOf(to)];
  const windows = ['cashier', 'customer'];
  if (!windows.includes(folder) || from === folder) return [];
  return windows.includes(from)
    ? ['the windows never import each other; shared controls live in src-renderer/ui']
    : [`${from} is shared by the windows and imports neither; hand it in as a property`];
};

/** `src-main/outbox/x.ts` is in outbox. A file at the top is its own folder. */
const folderOf = (path: string): string => path.split('/')[1] ?? path;

export interface Source {
  /** The path from the project's root: `src-main/outbox/worker.ts`. */
  readonly path: string;
  /** The text with spaces instead of comments. */
  readonly code: string;
  readonly imports: readonly { readonly target: string; readonly typeOnly: boolean }[];
}

/** Reads the imports and re-exports of a file with the parser of Vite. */
export function readSource(path: string, text: string): Source {
  const { module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      target: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...exports.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ target: moduleRequest.value, typeOnly: isType }],
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      target: text.slice(start + 1, end - 1),
      typeOnly: false,
    })),
  ];
  const code = comments.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  );
  return { path, code, imports };
}

export const projectSources = (): readonly Source[] =>
  projectFiles('{src-main,src-renderer}/**/*.{ts,tsx}').map(({ path, text }) => readSource(path, text));

if (import.meta.main) {
  const document = 'docs/engineering.md';
  const drawn = projectText(document).replace(/^```mermaid$.*?^```$/ms, diagramOf(projectSources()));
  writeFileSync(join(root, document), drawn);
}
