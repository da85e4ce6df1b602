import { Secret, TOTP } from 'otpauth';
import type { Person, TestServer } from './server.ts';

/** The code that an authenticator app computes. `stepsAhead`: for a later half minute. */
export const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

/** Makes the code of the current half minute valid again, by deleting the record of used codes. */
export const forgetSteps = ({ pool }: TestServer, { memberId }: Person) =>
  pool.query('update app.authenticators set last_step = 0 where member_id = $1', [memberId]);

export interface Registered {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** A token of the same session, with its new roles. */
  readonly token: string;
}

/** Enters the password again, requests a secret and confirms it; the used code can be used again. */
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
