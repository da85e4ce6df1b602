import { randomInt } from 'node:crypto';
import { verifySealedRows } from '@matgyo/projections/verify/check-sealed-rows';
import { afterAll, beforeAll } from 'vitest';
import { registerApp } from '../../../../test/authenticator-app.ts';
import { registerPasskey } from '../../../../test/passkey-device.ts';
import { type Person, startTestServer, type TestServer, testSecret } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { figures, type Market, openMarket, succeed } from '../../trading/orders/market.fixture.ts';

const otherWallet = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

export interface Written {
  readonly member: Person;
  /** Has an authenticator app. */
  readonly withApp: Person;
  readonly inquiryId: string;
  readonly orderId: string;
}

export let server: TestServer;
export let market: Market;
export let written: Written;

/** For the tests of a file: an application of their own, in which each call that writes rows besides events was made. */
export function setUpEveryWrite(): void {
  beforeAll(async () => {
    server = await startTestServer();
    market = await openMarket(server);
    written = await everyWrite(server, market);
  });
  afterAll(() => server.close());
}

export const verify = (secret: string | undefined = testSecret) => verifySealedRows(server.pool, secret);
export const sql = (text: string, values: unknown[] = []) => server.pool.query(text, values);

/** Makes each call that writes rows besides events once, as a new member. */
export async function everyWrite(server: TestServer, { admin, setPrice }: Market): Promise<Written> {
  await setPrice('1400');
  const member = await server.member({ active: true });
  const inquiry = { title: 'Sell Inquiry', description: 'When is it approved?' };
  const submitInquiry = async () =>
    (await succeed(server, 'POST', '/inquiry', { token: member.token, body: inquiry })).body.inquiry._id;
  const inquiryId = await submitInquiry();
  const comment = { token: admin.token, body: { comment: 'Tomorrow.' } };
  await succeed(server, 'POST', `/inquiry/${inquiryId}/comment`, comment);
  await succeed(server, 'PATCH', `/inquiry/${inquiryId}/close`, { token: admin.token, body: {} });
  await succeed(server, 'DELETE', `/inquiry/${await submitInquiry()}`, { token: member.token, body: {} });

  const wallet = { ...figures('1000000', '1400'), tetherAddress: otherWallet };
  const placed = await succeed(server, 'POST', '/sell', { token: member.token, body: wallet });

  const form = { fields: {}, file: { field: 'file', bytes: smallJpeg() } };
  await succeed(server, 'PUT', `/user/${member.memberId}/image`, { token: admin.token, form });
  await recoverPassword(server, member);
  const { token } = await server.signIn(member.nickname, 'changed1');
  const current = { ...member, password: 'changed1', token };
  const { id } = await registerPasskey(server, current);
  await succeed(server, 'PUT', `/user/passkeys/${id}`, { token, body: { name: 'Phone' } });
  const removed = await registerPasskey(server, current);
  await succeed(server, 'DELETE', `/user/passkeys/${removed.id}`, { token });
  const passwords = { currentPassword: 'changed1', password: member.password };
  await succeed(server, 'PUT', '/user/password', { token, body: passwords });
  const phone = `010${randomInt(30_000_000, 50_000_000)}`;
  const body = { bankName: '다른은행', bankAccount: '777', tetherAddress: otherWallet, phone };
  await succeed(server, 'PUT', `/user/users/${member.nickname}`, { token: admin.token, body });
  const withApp = await server.member({ active: true });
  const first = await registerApp(server, withApp);
  await succeed(server, 'DELETE', '/user/second-factor', { token: first.token });
  await registerApp(server, withApp);
  return { member, withApp, inquiryId, orderId: placed.body.order._id };
}

async function recoverPassword(server: TestServer, person: Person): Promise<void> {
  const code = await server.recoveryCode(person);
  const body = { nickname: person.nickname, code, password: 'changed1' };
  await succeed(server, 'POST', '/user/recover-password', { body });
}
