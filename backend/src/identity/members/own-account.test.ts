import { describe, expect, test } from 'vitest';
import { type Person, sharedTestServer } from '../../../../test/server.ts';

const server = await sharedTestServer();

const get = ({ token }: Person, path: string) => server.request('GET', path, { token });

describe('payment methods', () => {
  test('are the bank account and the wallet given at sign-up', async () => {
    expect((await get(await server.member(), '/user/payment-methods')).body).toEqual({
      bank: { bankName: '한국은행', bankAccount: '00123456789', accountHolder: '홍길동' },
      wallet: { network: 'Solana', tetherAddress: 'So11111111111111111111111111111111111111112' },
      next: null,
    });
  });

  test('are empty for an account that never had any', async () => {
    expect((await get(await server.admin(), '/user/payment-methods')).body).toEqual({
      bank: null,
      wallet: null,
      next: null,
    });
  });
});

describe('inviting friends', () => {
  test('shows the member’s code and link, and a paged list of masked members who used it', async () => {
    const host = await server.member();
    const { inviteCode, ...before } = (await get(host, '/user/invitations')).body;
    expect(inviteCode).toMatch(/^[0-9A-Z]{10}$/);
    expect(before).toEqual({
      link: `/signup?referralCode=${inviteCode}`,
      joined: 0,
      items: [],
      nextCursor: null,
    });

    const guests: Person[] = [];
    for (const nickname of ['Anna1', 'Bob1', 'Cy1'])
      guests.push(await server.member({ nickname, referralCode: inviteCode }));
    await server.member({ nickname: 'Dan1' });

    const first = (await get(host, '/user/invitations?limit=2')).body;
    const rest = (await get(host, `/user/invitations?limit=2&cursor=${first.nextCursor}`)).body;
    expect([first.joined, rest.joined, rest.nextCursor]).toEqual([3, 3, null]);
    const shown = [...first.items, ...rest.items];
    expect(shown.map(({ nickname }) => nickname)).toEqual(['Cy***', 'Bo***', 'An***']);
    const page = `${JSON.stringify(first)}${Buffer.from(first.nextCursor, 'base64url')}`;
    for (const { memberId } of guests) expect(page).not.toContain(memberId);
  });

  test('lists each of several members who joined in the same millisecond', async () => {
    const host = await server.member();
    const { inviteCode } = (await get(host, '/user/invitations')).body;
    for (const nickname of ['Uma1', 'Vic1', 'Wes1'])
      await server.member({ nickname, referralCode: inviteCode });
    await server.pool.query(
      `update read_accounts.accounts set registered_at = '2026-01-01T00:00:00Z' where referral_code = $1`,
      [inviteCode],
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 5; pages++) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await get(host, `/user/invitations?limit=1${more}`);
      seen.push(...body.items.map(({ nickname }: { nickname: string }) => nickname));
      cursor = body.nextCursor;
    }
    expect(seen.sort()).toEqual(['Um***', 'Vi***', 'We***']);
  });
});
