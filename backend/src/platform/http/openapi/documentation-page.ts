import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Language } from '@matgyo/contracts/errors/index';
import type { Context, Middleware } from 'koa';
import { languageOf } from '../language.ts';
import { apiPrefix } from '../mount.ts';
import { StaticAnswer } from '../static-answer.ts';

const pagePath = `${apiPrefix}/docs`;

const require = createRequire(import.meta.url);

/** All files of the page; it loads nothing from other hosts. */
const files: Readonly<Record<string, URL | string>> = {
  'swagger-ui-bundle.js': require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  'swagger-ui.css': require.resolve('swagger-ui-dist/swagger-ui.css'),
  'start.js': new URL('./page/start.js', import.meta.url),
  'page.css': new URL('./page/page.css', import.meta.url),
};

/** Serves the API documentation at `/api/v1/docs`, in Korean or English (`?language=`). */
export function documentationPage(): Middleware {
  const loaded = new Map<string, Promise<StaticAnswer>>();
  return async (ctx, next) => {
    const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
    const [, name] = new RegExp(`^${pagePath}(?:/([a-z.-]+))?$`).exec(ctx.path) ?? [];
    const isPage = ctx.path === pagePath;
    if (!reads || !(isPage || (name !== undefined && Object.hasOwn(files, name)))) return next();
    ctx.state['route'] = '/docs';
    if (name === undefined) return sendPage(ctx);
    const asset = loaded.get(name) ?? loadAsset(name);
    loaded.set(name, asset);
    // A failed read is not cached.
    asset.catch(() => loaded.delete(name));
    (await asset).send(ctx, name);
  };
}

const loadAsset = async (name: string): Promise<StaticAnswer> =>
  StaticAnswer.of(await readFile(files[name] ?? name));

const texts: Readonly<
  Record<Language, { title: string; document: string; other: Language; otherName: string }>
> = {
  ko: { title: '맞교환 API 문서', document: 'OpenAPI 문서 (JSON)', other: 'en', otherName: 'English' },
  en: {
    title: 'Matgyo API documentation',
    document: 'OpenAPI document (JSON)',
    other: 'ko',
    otherName: '한국어',
  },
};

function sendPage(ctx: Context): void {
  const language = languageOf(ctx, [ctx.query]);
  const { title, document, other, otherName } = texts[language];
  ctx.set('Cache-Control', 'no-cache');
  ctx.vary('Accept-Language');
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="${pagePath}/swagger-ui.css">
    <link rel="stylesheet" href="${pagePath}/page.css">
  </head>
  <body>
    <header class="about">
      <h1>${title}</h1>
      <a id="document" href="${apiPrefix}/openapi.json">${document}</a>
      <a href="${pagePath}?language=${other}" lang="${other}" hreflang="${other}">${otherName}</a>
    </header>
    <main id="documentation"></main>
    <script src="${pagePath}/swagger-ui-bundle.js"></script>
    <script src="${pagePath}/start.js"></script>
  </body>
</html>
`;
}
