import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, forgetSteps, registerApp } from '../../../../test/authenticator-app.ts';
import { registerPasskey, signInWithPasskey } from '../../../../test/passkey-device.ts';
import { type Person, startTestServer } from '../../../../test/server.ts';

const server = await startTestServer();
afterAll(() => server.close());

const mismatch = { status: 409, body: { code: 'RECORD_MISMATCH' } };
const sql = (text: string, values: unknown[]) => server.pool.query(text, values);

describe('a passkey’s row that was changed by SQL', () => {
  test('does not sign in the member it was assigned to, nor its owner until it is restored', async () => {
    const [attacker, victim] = [await server.member(), await server.member()];
    const { device, id } = await registerPasskey(server, attacker);
    const assign = ({ memberId }: Person) =>
      sql('update app.passkeys set member_id = $2 where id = $1', [id, memberId]);
    await assign(victim);
    // The client decides whether it sends the user handle.
    expect(await signInWithPasskey(server, device)).toMatchObject(mismatch);
    await assign(attacker);
    expect(await signInWithPasskey(server, device)).toMatchObject({
      status: 200,
      body: { user: { nickname: attacker.nickname } },
    });
  });

  test('does not sign in with another key, even after its owner has renamed it', async () => {
    const [attacker, victim] = [await server.member(), await server.member()];
    const theirs = await registerPasskey(server, attacker);
    const own = await registerPasskey(server, victim);
    await sql('delete from app.passkeys where id = $1 returning *', [theirs.id]).then(({ rows: [row] }) =>
      sql('update app.passkeys set credential_id = $2, public_key = $3 where id = $1', [
        own.id,
        row.credential_id,
        row.public_key,
      ]),
    );
    expect(await signInWithPasskey(server, theirs.device)).toMatchObject(mismatch);
    const rename = { token: own.token, body: { name: 'Phone' } };
    expect((await server.request('PUT', `/user/passkeys/${own.id}`, rename)).status).toBe(200);
    expect(await signInWithPasskey(server, theirs.device)).toMatchObject(mismatch);
  });

  test('does not sign in if the program never wrote it', async () => {
    const [attacker, victim] = [await server.member(), await server.member()];
    const { device, id, token } = await registerPasskey(server, attacker);
    const { rows } = await sql('select * from app.passkeys where id = $1', [id]);
    await server.request('DELETE', `/user/passkeys/${id}`, { token });
    await sql(
      `insert into app.passkeys (id, member_id, credential_id, public_key, counter, name) values ($1, $2, $3, $4, 0, '')`,
      ['e'.repeat(32), victim.memberId, rows[0].credential_id, rows[0].public_key],
    );
    expect(await signInWithPasskey(server, device)).toMatchObject(mismatch);
  });
});

describe('an authenticator app’s secret', () => {
  const secretOf = async ({ memberId }: Person) =>
    (await sql('select sealed_secret from app.authenticators where member_id = $1', [memberId])).rows[0]
      .sealed_secret;
  const put = ({ memberId }: Person, sealed: string) =>
    sql('update app.authenticators set sealed_secret = $2 where member_id = $1', [memberId, sealed]);
  const signIn = ({ nickname, password }: Person) =>
    server.request('POST', '/user/login', { body: { nickname, password } });
  const withCode = async (person: Person, code: string) => {
    const { ticket } = (await signIn(person)).body.details;
    return server.request('POST', '/user/login/code', { body: { ticket, code } });
  };
  const stepUp = (token: string, code: string) =>
    server.request('POST', '/user/step-up', { token, body: { code } });

  test('is not accepted in another member’s row, because it is encrypted for its own member', async () => {
    const [attacker, victim] = [await server.member(), await server.member()];
    const { secret } = await registerApp(server, attacker);
    const { token } = await registerApp(server, victim);
    await put(victim, await secretOf(attacker));
    expect(await signIn(victim)).toMatchObject(mismatch);
    expect(await stepUp(token, codeOf(secret))).toMatchObject({
      status: 422,
      body: { code: 'SECOND_FACTOR_WRONG' },
    });
  });

  test('is not accepted if it is an earlier secret of the same member; a new registration is', async () => {
    const member = await server.member();
    const earlier = await registerApp(server, member);
    const sealed = await secretOf(member);
    const current = { ...member, token: earlier.token };
    await server.request('DELETE', '/user/second-factor', { token: earlier.token });
    const { token } = await registerApp(server, current);
    await put(member, sealed);
    expect(await signIn(member)).toMatchObject(mismatch);
    expect(await stepUp(token, codeOf(earlier.secret))).toMatchObject(mismatch);
    await server.request('DELETE', '/user/second-factor', { token });
    const again = await registerApp(server, { ...member, token });
    await forgetSteps(server, member);
    expect((await withCode(member, codeOf(again.secret))).status).toBe(200);
  });
});
