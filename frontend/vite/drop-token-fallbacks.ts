import type { Plugin } from 'vite';

const styles = /src\/styles\/index\.css$/;

/** A token with its value as fallback; brackets are at most two deep in it. */
const withFallback =
  /var\((--(?:color|ease|font|radius|shadow|spacing|text|transition)[\w-]*),(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/**
 * Tailwind repeats the value of a token at every use where the token itself is declared in another file. The first
 * stylesheet declares all of them, and every page has it: without the repetition styles are a tenth smaller.
 */
export function dropTokenFallbacks(): Plugin {
  return {
    name: 'matgyo:drop-token-fallbacks',
    // After Tailwind, which is listed before.
    enforce: 'pre',
    transform: {
      filter: { id: styles },
      handler: (css) => ({ code: css.replaceAll(withFallback, 'var($1)'), map: null }),
    },
  };
}
