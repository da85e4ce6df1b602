import { afterAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { socketUp, startWorld } from './world.ts';

const world = await startWorld();
const manager = await world.server.member({ active: true, manager: true });
afterAll(() => world.close());

const replacement = {
  bankName: '카카오뱅크',
  bankAccount: '3333092216480',
  tetherAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
};

async function edit({ nickname }: Person, change: Partial<typeof replacement> = replacement): Promise<void> {
  const call = { token: manager.token, body: change };
  const { status } = await world.server.request('PUT', `/user/users/${nickname}`, call);
  expect(status).toBe(200);
}
async function memberWithChange(change?: Partial<typeof replacement>): Promise<Person> {
  const member = await world.server.member({ active: true });
  await edit(member, change);
  return member;
}
const inUse = async ({ token }: Person): Promise<string> =>
  (await world.server.request('GET', '/user/payment-methods', { token })).body.bank.bankAccount;

it('a member finds a changed bank account in the profile and rejects it', async () => {
  const { bankName, bankAccount } = replacement;
  const member = await memberWithChange({ bankName, bankAccount });
  const before = await inUse(member);
  const { page: staff, faults: staffFaults } = await world.open({ as: await world.server.admin() });
  await Promise.all([socketUp(staff), staff.goto(`/admin/users/${member.memberId}`)]);
  const { page, faults } = await world.open({ as: member });
  await page.goto('/dashboard/profile');
  const card = page.getByRole('region', { name: '변경된 계좌·지갑을 확인해 주세요' });
  await card.getByText(`${bankName} ${bankAccount}`).waitFor();
  // Only the member knows whether it was requested, so neither answer stands out.
  const lookOf = (name: string) => card.getByRole('button', { name }).getAttribute('class');
  for (const name of ['확인하고 사용', '변경 거절']) expect(await lookOf(name)).not.toMatch(/\bbg-accent\b/);
  // The wallet stays as it is, so it is not among what to confirm.
  expect(await card.getByText('테더 지갑').count()).toBe(0);
  // Others still pay to the account in use.
  await page.getByText(before, { exact: true }).waitFor();
  await card.getByRole('button', { name: '변경 거절' }).click();
  // Messages are shown only briefly, so the waits start before the action.
  await Promise.all([
    page.getByText('변경을 거절했어요. 이전 정보가 계속 사용돼요').waitFor(),
    // The admins, who did not do it, are notified.
    staff.getByText(`${member.nickname} 님이 계좌 또는 지갑 변경을 거절했어요`).waitFor(),
    page.getByRole('alertdialog').getByRole('button', { name: '변경 거절' }).click(),
  ]);
  await card.waitFor({ state: 'detached' });
  // The two before it: the member's own act is no news to them.
  await page.getByRole('button', { name: /^알림.* 2$/ }).waitFor();
  expect(await page.getByText('계좌 또는 지갑 변경이 취소됐어요').count()).toBe(0);
  expect(await inUse(member)).toBe(before);

  await staff.getByRole('row', { name: new RegExp(`${before}.*${manager.nickname}.*거절됨`) }).waitFor();
  expect([...faults, ...staffFaults]).toEqual([]);
});

it('a change that takes effect while its member looks on is shown as in use', async () => {
  const member = await memberWithChange();
  const takeEffectIn = (minutes: number) =>
    world.server.pool.query(
      'update app.payout_changes set effective_at = now() + make_interval(mins => $2) where member_id = $1',
      [member.memberId, minutes],
    );
  await takeEffectIn(10);
  const { page } = await world.open({ as: member });
  await page.clock.install();
  await page.goto('/payment-methods');
  const card = page.getByRole('region', { name: /대기 중이에요/ });
  await card.waitFor();
  await takeEffectIn(-1);
  await page.clock.fastForward('10:10');
  await card.waitFor({ state: 'detached' });
  await page.getByText(replacement.bankAccount, { exact: true }).waitFor();
});

it('a member uses a changed wallet at once, by code, and staff see it', async () => {
  const member = await memberWithChange();
  const before = await inUse(member);
  const { page: staff } = await world.open({ as: await world.server.admin(), language: 'en' });
  await staff.goto(`/admin/users/${member.memberId}`);
  await staff
    .getByText(/below are not in use yet. They are used once the member confirms them or, after/)
    .waitFor();
  await staff.getByText(new RegExp(`In use now: .* ${before} ·`)).waitFor();
  await staff
    .getByRole('row', {
      name: new RegExp(`${before}.*${manager.nickname}.*Waiting for confirmation or approval`),
    })
    .waitFor();

  const { page, faults } = await world.open({ as: member, language: 'en', width: 375, theme: 'dark' });
  await page.goto('/payment-methods');
  await page.getByRole('button', { name: 'Confirm and use' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use the new details now?' });
  await dialog.getByRole('button', { name: 'Send code' }).click();
  const field = dialog.getByRole('textbox', { name: '6-digit code' });
  await field.click();
  const [{ text = '' } = {}] = await world.server.messages(
    await world.server.phoneOf(member),
    'to use the new bank account or wallet',
  );
  const code =
    /\[Matgyo\] (\d{6}) is your code to use the new bank account or wallet \(\*\*\*480, \*\*\*Dt1v\)/;
  const [, digits = 'none'] = code.exec(text) ?? [];
  await page.keyboard.type(digits);
  await page.getByText('The new details are in use').waitFor();
  await page.getByText(replacement.bankAccount, { exact: true }).waitFor();
  expect(await inUse(member)).toBe(replacement.bankAccount);
  expect(faults).toEqual([]);
});

it('an admin approves a changed bank account that the member did not react to, and refuses another', async () => {
  const [member, other] = [await world.server.member({ active: true }), await memberWithChange()];
  const before = await inUse(member);
  const own = await world.open({ as: member });
  await Promise.all([socketUp(own.page), own.page.goto('/dashboard/profile')]);
  await own.page.getByText(before, { exact: true }).waitFor();
  await edit(member);
  const { page, faults } = await world.open({ as: await world.server.admin() });
  await page.goto('/admin/approvals');
  const cardOf = ({ nickname }: Person) =>
    page.getByRole('article', { name: '계좌·지갑 변경' }).filter({ hasText: nickname });
  const card = cardOf(member);
  await card.getByText(/부터 승인 가능/).waitFor();
  await card.getByText(`${replacement.bankName} ${replacement.bankAccount}`).waitFor();
  expect(await card.getByRole('button', { name: '승인' }).count()).toBe(0);

  await world.server.pool.query(
    `update app.payout_changes set changed_at = changed_at - interval '24 hours' where member_id = $1`,
    [member.memberId],
  );
  await page.reload();
  await card.getByText('승인 대기 중').waitFor();
  await card.getByText(before).waitFor();
  await card.getByRole('button', { name: '승인' }).click();
  const confirmation = page.getByRole('alertdialog', { name: '승인하고 변경된 정보를 사용할까요?' });
  await confirmation.getByText(`${member.nickname} 님의 새 거래부터`).waitFor();
  await confirmation.getByRole('button', { name: '승인' }).click();
  await page.getByText('승인하고 처리했어요').waitFor();
  await card.waitFor({ state: 'detached' });
  await own.page.getByText(replacement.bankAccount, { exact: true }).waitFor();
  expect(await inUse(member)).toBe(replacement.bankAccount);

  const theirs = await world.open({ as: other, width: 375 });
  await Promise.all([socketUp(theirs.page), theirs.page.goto('/trade-history')]);
  await theirs.page.getByRole('button', { name: /^알림.* 2$/ }).waitFor();
  await cardOf(other).getByRole('button', { name: '거절' }).click();
  await Promise.all([
    // An admin decided it: the member is notified on any page, only briefly.
    theirs.page.getByText('계좌 또는 지갑 변경이 취소됐어요. 이전 정보가 계속 사용돼요').waitFor(),
    page.getByRole('alertdialog').getByRole('button', { name: '거절' }).click(),
  ]);
  // While the dialog is open, elements outside it have no roles.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await cardOf(other).waitFor({ state: 'detached' });
  expect(await inUse(other)).toBe(before);
  expect([...faults, ...own.faults, ...theirs.faults]).toEqual([]);
});

it('open payment methods show what staff change meanwhile', async () => {
  const member = await world.server.member({ active: true });
  const { page, faults } = await world.open({ as: member });
  await Promise.all([socketUp(page), page.goto('/payment-methods')]);
  await page.getByRole('heading', { name: '은행 계좌' }).waitFor();
  expect(await page.getByRole('button', { name: '확인하고 사용' }).count()).toBe(0);
  await edit(member);
  await page.getByText(replacement.bankAccount).waitFor();
  await page.getByRole('button', { name: '확인하고 사용' }).waitFor();
  expect(faults).toEqual([]);
});

it('an order form shows the account and wallet in use while a change waits', async () => {
  const member = await memberWithChange();
  const { body } = await world.server.request('GET', '/user/payment-methods', { token: member.token });
  const { page, faults } = await world.open({ as: member });
  const walletIn = (name: string) => page.getByRole('textbox', { name }).inputValue();
  await page.goto('/dashboard/sell-order');
  await page.getByText(`${body.bank.bankName} ${body.bank.bankAccount}`).waitFor();
  await expect.poll(() => walletIn('USDT를 돌려받을 지갑 주소')).toBe(body.wallet.tetherAddress);
  await page.goto('/dashboard/buy-order');
  await expect.poll(() => walletIn('USDT를 받을 지갑 주소')).toBe(body.wallet.tetherAddress);
  expect(faults).toEqual([]);
});

it('an order form says that a first account or wallet waits for confirmation', async () => {
  const member = await world.server.member({ active: true });
  await world.server.pool.query(
    `update app.members set bank_name = '', bank_account = '', tether_address = '' where id = $1`,
    [member.memberId],
  );
  await edit(member);
  const { page, faults } = await world.open({ as: member });
  for (const [side, waiting] of [
    ['sell', '은행 계좌가 아직 확인 대기 중이에요.'],
    ['buy', '테더 지갑이 아직 확인 대기 중이에요.'],
  ] as const) {
    await page.goto(`/dashboard/${side}-order`);
    const place = page.getByText(waiting).getByRole('link', { name: '결제 수단' });
    expect(await place.getAttribute('href')).toBe('/payment-methods');
  }
  expect(faults).toEqual([]);
});

it('a change that has come into use while staff look no longer waits', async () => {
  const member = await memberWithChange();
  const { page, faults } = await world.open({ as: await world.server.admin() });
  const until = new Date(Date.now() + 50_000).toISOString();
  await page.route('**/admin/members/*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text())
      .replace(/("payoutWaitsUntil":)"[^"]+"/g, `$1"${until}"`)
      .replaceAll('"payoutNeedsConsent":true', '"payoutNeedsConsent":false');
    return route.fulfill({ response: answer, body });
  });
  await page.clock.install();
  await page.goto(`/admin/users/${member.memberId}`);
  const waits = page.getByText(/변경 대기 중이에요\. .+ 뒤부터 사용돼요/);
  await waits.waitFor();
  await page.clock.fastForward(55_000);
  await waits.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});
