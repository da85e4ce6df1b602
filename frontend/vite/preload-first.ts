import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Files = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** The subsets with Latin, digits and the most frequent syllables: every screen shows them. 59 kB together. */
const firstFonts = [/PretendardVariable\.subset\.90-.*\.woff2$/, /PretendardVariable\.subset\.91-.*\.woff2$/];
/** The texts of the default language, which the first script asks for as soon as it runs. */
const firstTexts = /src\/i18n\/ko\/index\.ts$/;
/** Where most first visits begin; small enough to come along with every other one. */
const firstPage = /src\/pages\/landing\.tsx$/;

/** Asks for what the first screen needs beside the first script and style, not after them. */
export function preloadFirst(): Plugin {
  return {
    name: 'matgyo:preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const asked = new Set(html.match(/(?<=\/)assets\/[^"]+/g));
        const page = chunkOf(bundle, firstPage);
        const modules = new Set([chunkOf(bundle, firstTexts).fileName, page.fileName, ...page.imports]);
        const unasked = [...modules].filter((name) => !asked.has(name));
        return [
          ...firstFonts.map((font) =>
            link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${fileOf(bundle, font)}` }),
          ),
          ...unasked.map((name) => link({ rel: 'modulepreload', href: `/${name}` })),
        ];
      },
    },
  };
}

const link = (attrs: Readonly<Record<string, string>>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: '' },
  injectTo: 'head',
});

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
