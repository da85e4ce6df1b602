import { afterAll, beforeEach, expect, it } from 'vitest';
import { testAll } from '../../test/test-all.ts';
import { startWorld } from './world.ts';

const world = await startWorld({ ownServer: true, environment: { CODES_PER_DAY: '10' } });
const member = await world.server.member();
afterAll(() => world.close());

/** As if eight of the day's ten messages to accounts had been sent and the member were on a new network. */
beforeEach(async () => {
  const { pool, request } = world.server;
  await pool.query('truncate app.known_networks, app.one_time_codes');
  await pool.query(`delete from app.rate_limits where key like 'codes-in-all:%'`);
  await request('POST', '/user/recover-password/code', { body: { nickname: member.nickname } });
  const spend = () => pool.query(`update app.rate_limits set points = 8 where key like 'codes-in-all:%'`);
  await expect.poll(async () => (await spend()).rowCount).toBe(1);
  await pool.query('truncate app.one_time_codes');
});

const variants = [
  ['ko', 1280, 'light', '지금 요청이 많아', '확인 작업 진행률', '인증번호 받기'],
  ['en', 375, 'dark', 'many requests right now', 'Progress of the task', /code/i],
] as const;

it.each(testAll ? variants : variants.slice(0, 1))(
  'the browser solves a challenge if one is required for a code, and continues (%s)',
  async (language, width, theme, text, progress, button) => {
    const { page, faults } = await world.open({ language, width, theme });
    const statuses: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/recover-password/code')) statuses.push(answer.status());
    });
    // A lucky browser solves it within milliseconds: it begins once the test has seen what is shown meanwhile.
    await page.addInitScript(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function hold(challenge: unknown) {
        addEventListener('begin', () => postMessage.call(this, challenge), { once: true });
      };
    });
    await page.goto('/recover-password');
    await page.locator('#nickname').fill(member.nickname);
    await page.getByRole('button', { name: button }).click();
    await page.getByText(text).waitFor();
    await page.getByRole('progressbar', { name: progress }).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('begin')));
    await page.locator('#code').waitFor();
    await page.getByText(text).waitFor({ state: 'detached' });
    expect(statuses).toEqual([429, 200]);
    expect(faults).toEqual([]);
  },
);

it('a browser that cannot solve a challenge shows the refusal, and can try again', async () => {
  const { page, faults } = await world.open();
  const requested = '**/user/recover-password/code';
  await page.route(requested, async (route) => {
    const response = await route.fetch();
    const refusal = await response.json();
    refusal.details.challenge.parameters.keyPrefix = 'none';
    await route.fulfill({ response, json: refusal });
  });
  await page.goto('/recover-password');
  await page.locator('#nickname').fill(member.nickname);
  const send = page.getByRole('button', { name: '인증번호 받기' });
  await send.click();
  await page.getByText('지금 요청이 아주 많아요. 잠시 후 다시 시도해 주세요.').waitFor();
  await page.unroute(requested);
  await send.click();
  await page.locator('#code').waitFor();
  expect(faults).toEqual([]);
});
