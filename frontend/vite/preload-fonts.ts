import type { Plugin } from 'vite';

/** The subsets with Latin, digits and the most frequent syllables: every screen shows them. 59 kB together. */
const firstSubsets = [
  /PretendardVariable\.subset\.90-.*\.woff2$/,
  /PretendardVariable\.subset\.91-.*\.woff2$/,
];

/** Asks for the fonts that the first screen needs beside the style sheet, not after it. */
export function preloadFonts(): Plugin {
  return {
    name: 'matgyo:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        return firstSubsets.map((subset) => {
          const file = files.find((name) => subset.test(name));
          if (file === undefined) throw new Error(`no font matches ${subset}`);
          return {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head',
          };
        });
      },
    },
  };
}
