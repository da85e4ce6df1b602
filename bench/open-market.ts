import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { callApi } from '../test/api-call.ts';
import { signUpForm, smallJpeg } from '../test/sign-up-form.ts';
import { type RunningProgram, startProgram } from './server.ts';

const admin = { nickname: 'BenchAdmin', password: 'bench-pass-1' };

/** The program with an empty ledger, its Postgres in `dataDir`. `more`: settings. */
export const startMatgyo = (
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> =>
  startProgram('backend/src/main.ts', {
    ...more,
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: '0',
    CODES_PER_IP_PER_HOUR: '100000',
    LIMITS: '{"ordersPerMinute":100000,"ordersPerDay":100000,"pendingOrdersMax":100000}',
    LEVELS: '[{"trades":0,"openKrw":null}]',
    // Longer than any measurement.
    STEP_UP_SECONDS: '86400',
    ADMIN_NICKNAME: admin.nickname,
    ADMIN_PASSWORD: admin.password,
  });

export type Market = Awaited<ReturnType<typeof openMarket>>;

/** Sets a price of 1,400 won, and signs in an admin and that many active members. Returns their tokens. */
export async function openMarket(program: RunningProgram, dataDir: string, members: number) {
  const outbox = path.join(dataDir, 'sms-outbox.jsonl');
  const call = async (method: string, where: string, options: Parameters<typeof callApi>[2]) => {
    const answer = await callApi(method, `${program.url}/api/v1${where}`, options);
    if (answer.status >= 300) throw new Error(`${where} answered ${answer.status} ${answer.body.code}`);
    return answer.body;
  };
  const { token } = await call('POST', '/user/login', { body: admin });
  await call('POST', '/tetherprice/update-tether-price', { token, body: { tetherPrice: 1400 } });
  const tokens: string[] = [];
  for (let member = 0; member < members; member += 1) {
    const phone = `010${String(30_000_000 + member)}`;
    await call('POST', '/user/users/sendCode', { body: { phone } });
    const lines = (await readFile(outbox, 'utf8')).trim().split('\n');
    const { code } = JSON.parse(lines.at(-1) ?? '{}') as { code: string };
    await call('POST', '/user/users/verify', { body: { phone, verificationCode: code } });
    const form = signUpForm({ phone });
    await call('POST', '/user/users', {
      form: { fields: form, file: { field: 'tetherIdImage', bytes: smallJpeg() } },
    });
    await call('PUT', `/user/users/${form.nickname}`, { token, body: { status: 'active' } });
    const { nickname, password } = form;
    tokens.push((await call('POST', '/user/login', { body: { nickname, password } })).token);
  }
  return { admin: token as string, members: tokens };
}

/** What a token says of whom it was issued to. */
export const claimsOf = (token: string): { readonly sub: string; readonly nickname: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
