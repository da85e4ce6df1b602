import { afterAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { solutionOf } from '../../platform/http/challenge-solution.fixture.ts';

const server = await startTestServer({ TRUST_PROXY: '1' });
afterAll(() => server.close());

describe('guesses at one account from many networks', () => {
  const from = (network: string, nickname: string, password: string) =>
    server.request('POST', '/user/login', {
      body: { nickname, password },
      headers: { 'x-forwarded-for': network },
      language: 'en',
    });
  /** Uses up the guesses of an account, after one has begun to count them. */
  const exhaust = async (nickname: string): Promise<void> => {
    await server.pool.query('delete from app.rate_limits');
    await from('192.0.2.100', nickname, 'guess1');
    await server.pool.query(`update app.rate_limits set points = 50 where key like 'sign-in:%'`);
  };

  test('do not block networks from which the owner signed in during the last 30 days, which have their own limit of guesses', async () => {
    const victim = await server.member();
    expect((await from('198.51.100.7', victim.nickname, victim.password)).status).toBe(200);
    for (let index = 0; index < 52; index += 1)
      await from(`192.0.2.${100 + Math.floor(index / 18)}`, victim.nickname, 'guess1');
    expect((await from('192.0.2.200', victim.nickname, victim.password)).status).toBe(429);
    expect((await from('198.51.100.7', victim.nickname.toUpperCase(), victim.password)).status).toBe(200);
    const guesses = [];
    for (let index = 0; index < 21; index += 1)
      guesses.push((await from('198.51.100.7', victim.nickname, 'guess1')).status);
    expect(guesses).toEqual([...Array(20).fill(401), 429]);

    const { rows } = await server.pool.query('select * from app.known_networks');
    expect(JSON.stringify(rows)).not.toContain('198.51.100');
    await server.pool.query(`update app.known_networks set seen_at = now() - interval '31 days'`);
    await server.pool.query(`delete from app.rate_limits where key not like 'sign-in:%'`);
    expect((await from('198.51.100.7', victim.nickname, victim.password)).status).toBe(429);
  });

  test('do not block the network from which the owner has just recovered the password', async () => {
    const victim = await server.member();
    const headers = { 'x-forwarded-for': '198.51.100.21' };
    const { nickname } = victim;
    await exhaust(nickname);
    expect((await from('198.51.100.21', nickname, victim.password)).status).toBe(429);
    const { rows } = await server.pool.query('select phone from app.members where id = $1', [
      victim.memberId,
    ]);
    const before = await server.codeSentTo(rows[0].phone);
    await server.request('POST', '/user/recover-password/code', { body: { nickname }, headers });
    await expect.poll(() => server.codeSentTo(rows[0].phone)).not.toBe(before);
    const body = { nickname, code: await server.codeSentTo(rows[0].phone), password: 'changed1' };
    expect((await server.request('POST', '/user/recover-password', { body, headers })).status).toBe(200);
    expect((await from('198.51.100.21', nickname, 'changed1')).status).toBe(200);
    expect((await from('192.0.2.200', nickname, 'changed1')).status).toBe(429);
  });

  test('that are refused do not close the address to its other people', async () => {
    const [victim, neighbour] = [await server.member(), await server.member()];
    await exhaust(victim.nickname);
    await from('198.51.100.9', 'unknown7', 'guess1');
    await server.pool.query(`update app.rate_limits set points = 99 where key like 'sign-in-from:%'`);
    for (let index = 0; index < 2; index += 1)
      expect((await from('198.51.100.9', victim.nickname, 'guess1')).status).toBe(429);
    expect((await from('198.51.100.9', neighbour.nickname, neighbour.password)).status).toBe(200);
  });

  test('are not counted where no password could be checked', async () => {
    const { memberId, nickname, password } = await server.member();
    await server.pool.query('delete from app.rate_limits');
    await server.pool.query(`update app.credentials set password_hash = 'damaged' where member_id = $1`, [
      memberId,
    ]);
    expect((await from('203.0.113.80', nickname, password)).status).toBe(500);
    const { rows } = await server.pool.query('select key from app.rate_limits where points > 0');
    expect(rows).toEqual([]);
  });

  test('and at other accounts are counted by the network around, except where the owner has signed in from', async () => {
    const owner = await server.member();
    const at = (group: number) => `2001:db8:5:${group}::1`;
    const right = (group: number) => from(at(group), owner.nickname, owner.password);
    expect((await right(1)).status).toBe(200);
    for (let group = 2; group < 5; group += 1) await from(at(group), `unknown${group}`, 'guess1');
    const { rows } = await server.pool.query(
      `update app.rate_limits set points = 1000 where key like 'sign-in-around:%' and points = 3 returning key`,
    );
    expect(rows).toHaveLength(1);
    const refused = await from(at(5), 'unknown5', 'guess1');
    expect([refused.status, refused.body.code]).toEqual([429, 'CHALLENGE_REQUIRED']);
    expect((await right(5)).status).toBe(429);
    expect((await right(1)).status).toBe(200);
    expect((await from('2001:db8:6::1', owner.nickname, owner.password)).status).toBe(200);
  });

  test('leave sign-ins with a solved challenge to their neighbours, for each of which the owner solves one', async () => {
    const owner = await server.member();
    const attempt = (password: string, headers: Readonly<Record<string, string>> = {}) =>
      server.request('POST', '/user/login', {
        body: { nickname: owner.nickname, password },
        headers: { 'x-forwarded-for': '2001:db8:7:1::1', ...headers },
      });
    const solved = async (): Promise<Readonly<Record<string, string>>> => {
      const { body } = await attempt(owner.password);
      return { 'challenge-solution': await solutionOf(body.details.challenge) };
    };
    const points = async () =>
      (
        await server.pool.query<{ key: string; points: number }>(
          `select split_part(key, ':', 1) as key, points from app.rate_limits
           where key ~ '^(sign-in|challenged-sign-in)' order by 1`,
        )
      ).rows.map(({ key, points }) => [key, points]);
    await server.pool.query('delete from app.rate_limits');
    await attempt('guess1');
    await server.pool.query(`update app.rate_limits set points = 1000 where key like 'sign-in-around:%'`);

    const solution = await solved();
    expect((await attempt('guess1', solution)).body.code).toBe('CREDENTIALS_WRONG');
    expect((await attempt(owner.password, solution)).body.code).toBe('CHALLENGE_REQUIRED');
    // A request for a challenge is no attempt.
    expect(await points()).toEqual([
      ['challenged-sign-ins-around', 1],
      ['sign-in', 2],
      ['sign-in-around', 1000],
      ['sign-in-from', 2],
      ['sign-in-here', 2],
    ]);
    const another = await solved();
    await server.pool.query(
      `update app.rate_limits set points = 500 where key like 'challenged-sign-ins-around:%'`,
    );
    expect((await attempt(owner.password, another)).body.code).toBe('TOO_MANY_REQUESTS');
    await server.pool.query(
      `update app.rate_limits set points = 499 where key like 'challenged-sign-ins-around:%'`,
    );
    expect((await attempt(owner.password, another)).status).toBe(200);
  });

  test('from one address leave sign-ins with a solved challenge to its other people, known or not', async () => {
    const address = '203.0.113.77';
    const [known, unknown] = [await server.member(), await server.member()];
    expect((await from(address, known.nickname, known.password)).status).toBe(200);
    await server.pool.query('delete from app.rate_limits');
    await from(address, 'unknown9', 'guess1');
    await server.pool.query(`update app.rate_limits set points = 100 where key like 'sign-in-from:%'`);
    for (const { nickname, password } of [known, unknown]) {
      const attempt = (solution = '') =>
        server.request('POST', '/user/login', {
          body: { nickname, password },
          headers: { 'x-forwarded-for': address, 'challenge-solution': solution },
        });
      const { status, body } = await attempt();
      expect([status, body.code]).toEqual([429, 'CHALLENGE_REQUIRED']);
      const solution = await solutionOf(body.details.challenge);
      expect((await attempt(solution)).status).toBe(200);
      expect((await attempt(solution)).body.code).toBe('CHALLENGE_REQUIRED');
    }
    const { rows } = await server.pool.query(
      `select points from app.rate_limits where key ~ '^(sign-in-from|sign-in-here):' and points > 0`,
    );
    expect(rows.map(({ points }) => points).sort()).toEqual([1, 100]);
  });

  test('from one address do not close it to passkeys, nor do requests for passkeys close it to passwords', async () => {
    const address = '203.0.113.78';
    const owner = await server.member();
    const options = () =>
      server.request('POST', '/user/login/passkey/options', { headers: { 'x-forwarded-for': address } });
    const usedUp = (limit: string) =>
      server.pool.query(`update app.rate_limits set points = 100 where key like $1`, [`${limit}:%`]);
    await server.pool.query('delete from app.rate_limits');
    await from(address, 'unknown8', 'guess1');
    await usedUp('sign-in-from');
    expect((await options()).status).toBe(200);
    await server.pool.query(`delete from app.rate_limits where key like 'sign-in-from:%'`);
    await usedUp('passkey-sign-ins');
    expect((await options()).status).toBe(429);
    expect((await from(address, owner.nickname, owner.password)).status).toBe(200);
  });

  test('are blocked on networks known to another account only; the last 20 networks of an account are known', async () => {
    const [victim, neighbour] = [await server.member(), await server.member()];
    await from('198.51.100.8', neighbour.nickname, neighbour.password);
    await exhaust(victim.nickname);
    expect((await from('198.51.100.8', victim.nickname, victim.password)).status).toBe(429);
    for (let index = 0; index < 22; index += 1)
      await from(`203.0.113.${index}`, neighbour.nickname, neighbour.password);
    const { rows } = await server.pool.query('select 1 from app.known_networks where member_id = $1', [
      neighbour.memberId,
    ]);
    expect(rows).toHaveLength(20);
  });
});
