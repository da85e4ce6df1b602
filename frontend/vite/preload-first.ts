import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The subsets with Latin, digits and the most frequent syllables: every screen shows them. 59 kB together. */
const firstFonts = [/PretendardVariable\.subset\.90-.*\.woff2$/, /PretendardVariable\.subset\.91-.*\.woff2$/];
/** The texts of the default language, which the first script asks for as soon as it runs. */
const firstTexts = /src\/i18n\/ko\/index\.ts$/;

/** Asks for what the first screen needs beside the first script and style, not after them. */
export function preloadFirst(): Plugin {
  return {
    name: 'matgyo:preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.values(bundle);
        const fileOf = (what: RegExp, is: (file: (typeof files)[number]) => boolean): string => {
          const file = files.find(is);
          if (file === undefined) throw new Error(`nothing in the build matches ${what}`);
          return `/${file.fileName}`;
        };
        const fonts = firstFonts.map((font): HtmlTagDescriptor => {
          const href = fileOf(font, ({ fileName }) => font.test(fileName));
          return {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: '' },
            injectTo: 'head',
          };
        });
        const href = fileOf(
          firstTexts,
          (file) => file.type === 'chunk' && firstTexts.test(file.facadeModuleId ?? ''),
        );
        return [
          ...fonts,
          { tag: 'link', attrs: { rel: 'modulepreload', href, crossorigin: '' }, injectTo: 'head' },
        ];
      },
    },
  };
}
