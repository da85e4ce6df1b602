import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { type ApiAnswer, type ApiCall, callApi } from '../../test/api-call.ts';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../test/database.ts';
import { signUpForm, smallJpeg } from '../../test/sign-up-form.ts';

export const processAdmin = { nickname: 'RootAdmin', password: 'umbrella-gravel-71' };

/** The program as an operator runs it, in a separate process with its own Postgres in `dataDir`. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Lines written to standard output so far. */
  readonly output: readonly string[];
  /** What it has written to standard error so far. */
  readonly errors: readonly string[];
  request(method: string, path: string, call?: ApiCall): Promise<ApiAnswer>;
  /** Resolves to the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string | null>;
}

/** The settings of a program on a database of the tests' server. */
export const settingsFor = ({ connection }: TestDatabase) => ({
  DATABASE_URL: databaseUrl(connection),
  TOKEN_SECRET: '8f0c2f64b7d1e93a5c06e4d8b21f7a93',
});

/** The program on a database of the tests' server, which a test can inspect and on which it can restart the program. */
export async function startOnTestDatabase() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'program-'));
  const database = await createTestDatabase();
  const pool = new pg.Pool({ ...database.connection, max: 2 });
  // The test's own connections end with the database.
  pool.on('error', () => undefined);
  const start = () => startServerProcess(dataDir, { ...settingsFor(database), PROJECTIONS: 'inside' });
  return {
    dataDir,
    database,
    pool,
    start,
    server: await start(),
    async close(server: ServerProcess): Promise<void> {
      await server.end('SIGTERM');
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const readyMsMax = 120_000;

/** Starts the program, without waiting until it is ready. */
export const spawnServer = (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  stdio: StdioOptions = ['ignore', 'pipe', 'pipe'],
): ChildProcess =>
  spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '0',
      LIMITS: '{"ordersPerMinute":100000,"ordersPerDay":100000,"pendingOrdersMax":100000}',
      ADMIN_NICKNAME: processAdmin.nickname,
      ADMIN_PASSWORD: processAdmin.password,
      ...environment,
    },
    stdio,
  });

/** Starts the program and resolves when it is ready. The caller must end it. */
export async function startServerProcess(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawnServer(dataDir, environment);
  const errors: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const output: string[] = [];
  const ready = new Promise<string>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`not ready: ${errors.join('').slice(-2_000)}`)),
      readyMsMax,
    );
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      output.push(line);
      if (!line.startsWith('ready ')) return;
      clearTimeout(late);
      resolve(line.slice('ready '.length));
    });
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`ended with ${code}: ${errors.join('').slice(-2_000)}`));
    });
  });
  const url = await ready.catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    child,
    url,
    output,
    errors,
    request: (method, where, call = {}) => callApi(method, `${url}/api/v1${where}`, call),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode;
      const exited = once(child, 'exit');
      child.kill(signal);
      const [code, by] = await exited;
      return code ?? by;
    },
  };
}

const expectStatus = (answer: ApiAnswer, status: number): ApiAnswer => {
  if (answer.status !== status) throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};

export async function signInTo(server: ServerProcess, nickname: string, password: string): Promise<string> {
  const answer = await server.request('POST', '/user/login', { body: { nickname, password } });
  return expectStatus(answer, 200).body.token;
}

/** Signs up a new member with the code sent to `phone`, activated by the admin; returns their token. */
export async function joinServer(server: ServerProcess, dataDir: string, phone: string): Promise<string> {
  expectStatus(await server.request('POST', '/user/users/sendCode', { body: { phone } }), 200);
  const lines = (await readFile(path.join(dataDir, 'sms-outbox.jsonl'), 'utf8')).trim().split('\n');
  const { code } = JSON.parse(lines.at(-1) ?? '{}') as { code: string };
  const body = { phone, verificationCode: code };
  expectStatus(await server.request('POST', '/user/users/verify', { body }), 200);
  const form = signUpForm({ phone });
  const file = { field: 'tetherIdImage', bytes: smallJpeg() };
  expectStatus(await server.request('POST', '/user/users', { form: { fields: form, file } }), 201);
  const token = await signInTo(server, processAdmin.nickname, processAdmin.password);
  const activate = { token, body: { status: 'active' } };
  expectStatus(await server.request('PUT', `/user/users/${form.nickname}`, activate), 200);
  return signInTo(server, form.nickname, form.password);
}
