import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Files = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** The subsets with Latin, digits and the most frequent syllables: every screen shows them. 59 kB together. */
const firstFonts = [/PretendardVariable\.subset\.90-.*\.woff2$/, /PretendardVariable\.subset\.91-.*\.woff2$/];
/** The texts of the default language and all styles, which the first script asks for as soon as it runs. */
const firstTexts = /src\/i18n\/texts\/index\.ts\?language=ko$/;
const allStyles = /src\/styles\/index\.css$/;
/** Which letters are where: each font file is requested when one of its letters is drawn. */
const letters = /pretendardvariable-dynamic-subset\.css\?faces=common$/;

/** What a visit needs that begins at an address like this. */
const pagesAt: Readonly<Record<string, readonly RegExp[]>> = {
  '/': [/src\/pages\/landing\.tsx$/],
  '/dashboard/sell-history': [/src\/shell\/member-shell\.tsx$/, /src\/pages\/history\.tsx$/],
  '/dashboard/buy-history': [/src\/shell\/member-shell\.tsx$/, /src\/pages\/history\.tsx$/],
  '/dashboard/': [/src\/shell\/member-shell\.tsx$/],
  '/trade-history': [/src\/shell\/member-shell\.tsx$/, /src\/features\/own-trades\/trade-history-page\.tsx$/],
  '/admin/': [/src\/shell\/staff-admin\.tsx$/, /src\/i18n\/texts\/staff\/index\.ts\?language=ko$/],
};

/** What the first screen at this address asks the server for, when nothing of the address narrows it. */
const callsAt: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['sell', 'buy'].map((side) => [
    `/dashboard/${side}-history`,
    [
      `/api/v1/${side}/${side}-orders?limit=50&sort=status`,
      `/api/v1/${side}/user/inProgress-orders?limit=100`,
    ],
  ]),
);

/**
 * Asks for what the first screen needs beside the first script, not after it; and for what is drawn before any of them
 * first. What depends on the address or on the line is only named: `first-paint.js` asks for it.
 */
export function preloadFirst(): Plugin {
  return {
    name: 'matgyo:preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const preloaded = new Set(html.match(/(?<=\/)assets\/[^"]+/g));
        const unasked = (...pages: readonly RegExp[]) => {
          const chunks = pages.map((page) => chunkOf(bundle, page));
          const names = chunks.flatMap((chunk) => [chunk.fileName, ...importsOf(bundle, chunk)]);
          return [...new Set(names)].filter((name) => !preloaded.has(name));
        };
        const metas = [
          meta('first-letters', fromRoot([styleOf(bundle, letters)])),
          meta('first-fonts', fromRoot(firstFonts.map((font) => fileOf(bundle, font)))),
          ...Object.entries(pagesAt).map(([at, pages]) =>
            meta('first-modules', fromRoot(unasked(...pages)), at),
          ),
          ...Object.entries(callsAt).map(([at, calls]) => meta('first-calls', calls, at)),
        ];
        return {
          html: firstStyleFirst(html, metas.join('\n    ')),
          tags: [
            link({ rel: 'preload', as: 'style', href: `/${styleOf(bundle, allStyles)}` }),
            ...unasked(firstTexts).map((name) => link({ rel: 'modulepreload', href: `/${name}` })),
          ],
        };
      },
    },
  };
}

const firstScript = '<script src="/first-paint.js"></script>';

/** Six files come at once, and Vite writes scripts before styles. */
function firstStyleFirst(html: string, named: string): string {
  const [style] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
  if (style === undefined || !html.includes(firstScript))
    throw new Error('index.html has no first style or script');
  return html.replace(style, '').replace(firstScript, `${style}\n    ${named}\n    ${firstScript}`);
}

const link = (attrs: Readonly<Record<string, string>>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: '' },
  injectTo: 'head',
});

const meta = (name: string, addresses: readonly string[], at?: string): string =>
  `<meta name="${name}"${at === undefined ? '' : ` data-at="${at}"`} content="${addresses.join(' ').replaceAll('&', '&amp;')}" />`;
const fromRoot = (files: readonly string[]): readonly string[] => files.map((file) => `/${file}`);

/** All that has to be there before the chunk can run. */
function importsOf(files: Files, { imports }: Rolldown.OutputChunk): readonly string[] {
  return imports.flatMap((name) => {
    const file = files[name];
    return file?.type === 'chunk' ? [name, ...importsOf(files, file)] : [];
  });
}

function styleOf(files: Files, source: RegExp): string {
  for (const file of Object.values(files))
    if (file.type === 'asset' && file.originalFileNames.some((name) => source.test(name)))
      return file.fileName;
  throw new Error(`no style of the build is made of ${source}`);
}

function fileOf(files: Files, name: RegExp): string {
  const found = Object.keys(files).find((file) => name.test(file));
  if (found === undefined) throw new Error(`nothing in the build matches ${name}`);
  return found;
}

function chunkOf(files: Files, module: RegExp): Rolldown.OutputChunk {
  for (const file of Object.values(files))
    if (file.type === 'chunk' && module.test(file.facadeModuleId ?? '')) return file;
  throw new Error(`nothing in the build matches ${module}`);
}
