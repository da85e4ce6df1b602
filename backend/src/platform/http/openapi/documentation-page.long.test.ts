import { afterAll, expect, test } from 'vitest';
import { launchChromium } from '../../../../../frontend/test/chromium.ts';
import { startTestServer } from '../../../../../test/server.ts';

const [server, browser] = await Promise.all([startTestServer(), launchChromium()]);
afterAll(async () => {
  await browser.close();
  await server.close();
});

const docs = () => `${server.url}/api/v1/docs`;

test('the page shows every endpoint under the strict policy and loads nothing from other hosts', async () => {
  const page = await browser.newPage();
  // Two seconds on an idle machine, over thirty on a busy one.
  page.setDefaultTimeout(100_000);
  const complaints: string[] = [];
  const requested = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requested.add(new URL(request.url()).origin));
  const answer = await page.goto(docs());
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'");
  await page.locator('.opblock-tag', { hasText: 'inquiry' }).click();
  await page.locator('.opblock', { hasText: '/inquiry/{id}/comment' }).locator('button').first().click();
  await page.getByText('COMMENT_REQUIRED').first().waitFor();
  expect(await page.locator('.opblock-tag').count()).toBe(
    new Set(server.endpoints.map(({ path }) => path.split('/')[1])).size,
  );
  expect(complaints).toEqual([]);
  expect([...requested]).toEqual([server.url]);
});

test('the page is in Korean unless English is requested', async () => {
  const titleOf = async (query: string, language?: string) => {
    const answer = await fetch(`${docs()}${query}`, {
      headers: language ? { 'accept-language': language } : {},
    });
    const text = await answer.text();
    return [/<html lang="(\w+)">/.exec(text)?.[1], /<title>(.*)<\/title>/.exec(text)?.[1]];
  };
  expect(await titleOf('')).toEqual(['ko', '맞교환 API 문서']);
  expect(await titleOf('', 'en')).toEqual(['en', 'Matgyo API documentation']);
  expect(await titleOf('?language=ko', 'en')).toEqual(['ko', '맞교환 API 문서']);
});

test('the page’s files are compressed, cached by hash and complete', async () => {
  const bundle = await fetch(`${docs()}/swagger-ui-bundle.js`);
  expect([bundle.status, bundle.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  expect((await bundle.text()).length).toBeGreaterThan(1_000_000);
  const etag = bundle.headers.get('etag') ?? '';
  const again = await server.request('GET', '/docs/swagger-ui-bundle.js', {
    headers: { 'if-none-match': etag },
  });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const plain = await server.request('GET', '/docs/page.css', { headers: { 'accept-encoding': 'identity' } });
  expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
  for (const path of ['/docs/package.json', '/docs/../../package.json', '/docs/constructor', '/docs/'])
    expect((await server.request('GET', path)).status, path).toBe(404);
  expect((await server.request('POST', '/docs')).status).toBe(404);
});
