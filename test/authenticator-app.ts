import { Secret, TOTP } from 'otpauth';
import type { Person, TestServer } from './server.ts';

/** What the app on a person's phone does with the secret. `stepsAhead`: of a later half minute. */
export const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

/** A code of the present half minute is right again: what was accepted before is forgotten. */
export const forgetSteps = ({ pool }: TestServer, { memberId }: Person) =>
  pool.query('update app.authenticators set last_step = 0 where member_id = $1', [memberId]);

export interface Registered {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Of the same session, with the roles it has now. */
  readonly token: string;
}

/** Gives the password once more, takes a secret and confirms it; no step is used up afterwards. */
export async function registerApp(server: TestServer, person: Person): Promise<Registered> {
  const { token, password } = person;
  await server.request('POST', '/user/step-up', { token, body: { password } });
  const prepared = await server.request('POST', '/user/second-factor', { token });
  const { secret } = prepared.body;
  const confirmed = await server.request('POST', '/user/second-factor/confirm', {
    token,
    body: { code: codeOf(secret) },
  });
  if (confirmed.status !== 200)
    throw new Error(`confirming answered ${confirmed.status} ${confirmed.body.code}`);
  await forgetSteps(server, person);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes, token: confirmed.body.token };
}
