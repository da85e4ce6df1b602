import { type Plugin, runnerImport } from 'vite';
import { languages } from '../src/i18n/language.ts';
import { type Texts, textsIn } from '../src/i18n/texts-in.ts';

/**
 * Each text is written in both languages at one place. `?language=ko` is what of a file is Korean: a reader loads the
 * language they read.
 */
export function splitLanguages(): Plugin {
  return {
    name: 'matgyo:split-languages',
    enforce: 'pre',
    load: {
      filter: { id: /\?language=\w+$/ },
      async handler(id) {
        const [file = '', name] = id.split('?language=');
        const language = languages.find((each) => each === name);
        if (language === undefined) throw new Error(`there are no texts in ${name}`);
        const { module, dependencies } = await runnerImport<{ readonly default: Texts }>(file);
        for (const source of [file, ...dependencies]) this.addWatchFile(source);
        return `export default ${JSON.stringify(textsIn(language, module.default))}`;
      },
    },
  };
}
