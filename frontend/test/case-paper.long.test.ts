import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { smallJpeg } from '../../test/sign-up-form.ts';
import { testAll } from '../../test/test-all.ts';
import { fillMarket, type Market } from './market.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let market: Market;
/** IDs of the order's settled and live trades. */
let trades: readonly string[];

beforeAll(async () => {
  world = await startWorld();
  market = await fillMarket(world);
  const picture = Buffer.from(smallJpeg());
  await sendMessage(
    market.buyer,
    '이체 확인증이에요.',
    `data:image/jpeg;base64,${picture.toString('base64')}`,
  );
  // Enough messages for a second page.
  for (let part = 1; part <= 30; part += 1)
    await sendMessage(part % 2 === 0 ? market.buyer : market.seller, `확인했어요 ${part}`);
  const { body } = await call('GET', `/orders/${market.busyOrderId}/trail?limit=100`);
  trades = [
    ...new Set<string>(body.items.flatMap(({ tradeId }: { tradeId: string | null }) => tradeId ?? [])),
  ];
});
afterAll(() => world?.close());

const call = (method: string, where: string) =>
  world.server.request(method, where, { token: market.admin.token });

async function sendMessage(who: Person, content: string, image?: string): Promise<void> {
  const { status } = await world.server.request('POST', '/chat', {
    token: who.token,
    body: {
      orderId: market.busyOrderId,
      currentOrderInProgress: market.busyCounterId,
      content,
      ...(image !== undefined && { image }),
    },
  });
  expect(status).toBe(201);
}

const exports = async (): Promise<number> =>
  (await call('GET', '/audit/log?action=case-file-exported')).body.items.length;

/** Text and colours of the printed page. */
const printed = (page: Page) =>
  page.evaluate(() => {
    const paper = document.querySelector<HTMLElement>('.case-sheet table');
    const cells = [...(paper?.querySelectorAll<HTMLElement>('td, th, h2, h3, dt, dd, strong, span') ?? [])];
    return {
      // Hashes wrap by their column width, not at white space.
      text: (paper?.innerText ?? '').replaceAll(/\s+/g, ' '),
      inks: [...new Set(cells.map((cell) => getComputedStyle(cell).color))],
      ground: [document.documentElement, document.body, paper].map(
        (element) => element && getComputedStyle(element).backgroundColor,
      ),
      beside: [...document.body.children].filter(
        (element) => !element.matches('.case-sheet') && element.checkVisibility(),
      ).length,
    };
  });

const languages = [
  ['ko', '기록과 이후 상태', '거래 채팅', '메시지 33개', '해시 체인 ✓ 일치'],
  ['en', 'Records and status after each', 'Trade chat', '33 messages', 'Hash chain ✓ valid'],
] as const;

it.each(testAll ? languages : languages.slice(0, 1))(
  'a printed case file is complete, black on white in dark mode, and its export is recorded (%s)',
  async (language, trail, room, messages, chain) => {
    const before = await exports();
    const { page, faults } = await world.open({ as: market.admin, language, theme: 'dark' });
    await page.goto(`/admin/orders/${market.busyOrderId}`);
    await page.locator('main ol li').first().waitFor();
    expect(await exports()).toBe(before);
    await page.getByRole('button', { name: language === 'ko' ? '증빙 파일' : 'Case file' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    await expect.poll(exports).toBe(before + 1);

    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'JSON' }).click();
    const bytes = await readFile(await (await download).path());
    const file = JSON.parse(bytes.toString('utf8'));
    expect(await exports()).toBe(before + 1);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const { text, inks, ground, beside } = await printed(page);
    expect({ inks, ground, beside }).toEqual({
      inks: ['rgb(0, 0, 0)'],
      ground: ['rgb(255, 255, 255)', 'rgb(255, 255, 255)', 'rgb(255, 255, 255)'],
      beside: 0,
    });
    const { statement, signature } = file.proofs.checkpoint;
    const events = file.streams.flatMap((stream: { events: unknown[] }) => stream.events);
    const chatMessages = file.chats.flatMap((chat: { messages: unknown[] }) => chat.messages);
    expect([events.length, chatMessages.length, trades.length]).toEqual([11, 35, 2]);
    const missing = [
      ...[trail, room, messages, chain, file.order.orderId, file.order.orderCode],
      ...trades,
      ...events.flatMap(({ id, type, metadata }: typeof events) => [
        id,
        type,
        metadata.hash,
        metadata.commandId,
      ]),
      ...chatMessages.flatMap(({ content, hash: own }: typeof chatMessages) => [content, own]),
      ...chatMessages.flatMap(({ imageSha256 }: typeof chatMessages) => imageSha256 ?? []),
      ...['image/jpeg', '8×8', 'seojin0907', 'dabin88', 'RootAdmin'],
      ...[statement.eventId, statement.root, statement.keyId, signature, file.proofs.key.publicKey],
      ...[file.signature, file.statement.requestId, hash('sha256', bytes)],
    ].filter((each) => !text.includes(each));
    expect(missing).toEqual([]);
    expect(text).not.toMatch(/✗|undefined|null/);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type ?\/Page\b/g)?.length).toBeGreaterThan(2);
    expect(faults).toEqual([]);
  },
);

it('a case file fits a phone', async () => {
  const { page } = await world.open({ as: market.admin, width: 375 });
  await page.goto(`/admin/orders/${market.busyOrderId}`);
  await page.getByRole('button', { name: '증빙 파일' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
