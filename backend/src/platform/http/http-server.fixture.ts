import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { endpoint, storedLanguage } from '@matgyo/contracts/endpoints/endpoint';
import type { MemberId } from '@matgyo/contracts/ids';
import { get, post } from '@matgyo/contracts/paths/call-path';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { refuse } from '@matgyo/ledger/refusal';
import pg from 'pg';
import { pino } from 'pino';
import { z } from 'zod';
import { type ApiAnswer, type ApiCall, callApi } from '../../../../test/api-call.ts';
import { serveWebClient } from '../web-client/web-client.ts';
import { capability, type Route } from './capability.ts';
import type { Caller } from './handler.ts';
import { createHttpApplication } from './http-application.ts';
import { type Listening, listen } from './listen.ts';
import type { Authenticate } from './mount.ts';
import { failure } from './request-failure.ts';

const words = z.object({ text: z.string() });
export const bytesMax = 1_000;

export const endpoints = {
  echo: endpoint(post('anyone', '/echo'), {
    summary: '',
    body: z.object({ name: z.string().min(2, 'NICKNAME_REQUIRED').optional(), storedLanguage }),
    response: z.object({ seen: z.record(z.string(), z.unknown()) }),
    ledger: true,
  }),
  form: endpoint(post('anyone', '/form'), {
    summary: '',
    body: z.object({ name: z.string().optional() }),
    upload: { field: 'photo', required: false, bytesMax },
    response: z.object({ name: z.string().optional(), bytes: z.number().nullable() }),
  }),
  secret: endpoint(post('admin', '/secret'), { summary: '', response: words }),
  staffOnly: endpoint(get('staff', '/staff'), { summary: '', response: words }),
  mine: endpoint(get('signed-in', '/mine'), { summary: '', response: words }),
  byName: endpoint(get('anyone', '/things/:name', ['/stuff/:name']), {
    summary: '',
    params: z.object({ name: z.string().max(10) }),
    response: words,
  }),
  special: endpoint(get('anyone', '/things/special'), { summary: '', response: words }),
  fails: endpoint(get('anyone', '/fails/:how'), {
    summary: '',
    params: z.object({ how: z.string() }),
    response: words,
  }),
  address: endpoint(get('anyone', '/address'), { summary: '', response: words }),
} as const;

function throwOfDatabase(code: string, message: string): never {
  throw Object.assign(new pg.DatabaseError(message, 1, 'error'), { code });
}

const throws: Readonly<Record<string, () => never>> = {
  bug: () => {
    throw new Error('select * from people where phone = 01012345678');
  },
  log: () => {
    throw new EventLogUnavailable('unknown');
  },
  postgres: () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  },
  frozen: () => {
    throw Object.assign(new Error('connect EAGAIN'), { code: 'EAGAIN', syscall: 'connect' });
  },
  unroutable: () => {
    throw Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'read' });
  },
  file: () => {
    throw Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' });
  },
  shutdown: () => throwOfDatabase('57P01', 'terminating connection'),
  password: () => throwOfDatabase('28P01', 'password authentication failed for user "x"'),
  'read-model': () => throwOfDatabase('42P01', 'relation "read_accounts.accounts" does not exist'),
  column: () => throwOfDatabase('42703', 'column "command_id" does not exist'),
  table: () => throwOfDatabase('42P01', 'relation "app.members" does not exist'),
  ledger: () => refuse('LAST_ADMIN'),
  later: () => {
    throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 61.2 });
  },
};

const routes = capability(endpoints, {
  echo: async ({ body, bodyHash, idempotencyKey, language }) => ({
    seen: { ...body, language, bodyHash: bodyHash(), idempotencyKey },
  }),
  form: async ({ body, file }) => ({ ...body, bytes: file?.bytes.length ?? null }),
  secret: async () => ({ text: 'only for admins' }),
  staffOnly: async () => ({ text: 'only for staff' }),
  mine: async ({ caller }) => ({ text: caller.nickname, password: 'never sent' }),
  byName: async ({ params, path }) => ({ text: `${params.name} at ${path}` }),
  special: async () => ({ text: 'special' }),
  fails: async ({ params }) => {
    throws[params.how]?.();
    return { unpromised: '01012345678' } as unknown as { text: string };
  },
  address: async ({ ip }) => ({ text: ip }),
});

const caller = (roles: Partial<Caller>): Caller => ({
  memberId: '0'.repeat(24) as MemberId,
  nickname: 'someone',
  admin: false,
  manager: false,
  status: 'active',
  verified: true,
  sessionId: 's',
  ...roles,
});
const callers: Readonly<Record<string, Caller>> = {
  'Bearer member': caller({}),
  'Bearer manager': caller({ memberId: '1'.repeat(24) as MemberId, manager: true }),
  'Bearer admin': caller({ admin: true }),
};
const authenticate: Authenticate = async (ctx) => {
  const authorization = ctx.get('authorization');
  if (authorization === '') return undefined;
  const caller = callers[authorization];
  if (caller === undefined) throw failure('INVALID_TOKEN');
  return caller;
};

/** A server of these endpoints. */
export interface HttpServer extends Listening {
  call(method: string, path: string, options?: ApiCall): Promise<ApiAnswer>;
  /** What was logged since the last call. */
  takeLogged(): string;
  /** The ports whose requests have arrived, and how many requests have ended or been aborted. */
  readonly arrived: { readonly from: ReadonlySet<number | undefined>; readonly gone: number };
  /** The addresses whose uploads were counted. */
  readonly uploads: readonly string[];
}

export async function startHttpServer(
  options: {
    readonly routes?: readonly Route[];
    readonly trustProxy?: number;
    readonly stopping?: AbortSignal;
  } = {},
): Promise<HttpServer> {
  const { trustProxy = 0, stopping } = options;
  let logged = '';
  const sink = new Writable({
    write(chunk, _, done) {
      logged += String(chunk);
      done();
    },
  });
  const uploads: string[] = [];
  const webFolder = await mkdtemp(path.join(tmpdir(), 'web-'));
  await writeFile(path.join(webFolder, 'index.html'), '<!doctype html><title>page</title>');
  const app = createHttpApplication({
    routes: options.routes ?? routes,
    authenticate,
    waitForLater: async () => undefined,
    countUpload: async (ip) => {
      uploads.push(ip);
    },
    logger: pino({}, sink),
    trustProxy,
    production: false,
    webClient: serveWebClient(webFolder),
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0, trustProxy, stopping });
  const arrived = { from: new Set<number | undefined>(), gone: 0 };
  server.server.on('request', (request) => {
    arrived.from.add(request.socket.remotePort);
    request.once('close', () => {
      arrived.gone += 1;
    });
  });
  return {
    ...server,
    arrived,
    uploads,
    call: (method, where, call = {}) => callApi(method, `${server.url}/api/v1${where}`, call),
    takeLogged() {
      const taken = logged;
      logged = '';
      return taken;
    },
    async close(withinMs) {
      await server.close(withinMs);
      await rm(webFolder, { recursive: true });
    },
  };
}
