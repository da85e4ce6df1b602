import type { Plugin } from 'vite';

const part = /pretendardvariable-dynamic-subset\.css\?faces=(common|rare)$/;

/** Subsets are ordered by how often their characters occur, the most frequent last. Every text of ours is in these. */
const commonFaces = 24;

/**
 * Pretendard comes as 92 font faces whose lists of characters are half of all styles. `?faces=common` are those
 * the interface is written with; `?faces=rare` are the rest, for what people type, and come after the first paint.
 */
export function splitFontFaces(): Plugin {
  return {
    name: 'matgyo:split-font-faces',
    enforce: 'pre',
    transform: {
      filter: { id: part },
      handler(css, id) {
        const faces = css.match(/@font-face\s*\{[^}]*\}/g) ?? [];
        if (faces.length <= commonFaces) throw new Error('the fonts are not split into subsets as expected');
        const common = part.exec(id)?.[1] === 'common';
        return {
          code: (common ? faces.slice(-commonFaces) : faces.slice(0, -commonFaces)).join('\n'),
          map: null,
        };
      },
    },
  };
}
