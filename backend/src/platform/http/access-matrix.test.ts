import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import type { Access } from '@matgyo/contracts/paths/call-path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, sharedTestServer, type TestServer } from '../../../../test/server.ts';
import { ownershipRules } from './ownership-rules.fixture.ts';

/** Every call that contracts define, in every spelling. */
async function definedCalls(): Promise<readonly { endpoint: Endpoint; path: string }[]> {
  const folder = path.join(import.meta.dirname, '../../../../contracts/src/endpoints');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map((name) => import(path.join(folder, name)) as Promise<Record<string, unknown>>),
  );
  const groups = modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => name.endsWith('Endpoints'))
    .map(([, group]) => group as Readonly<Record<string, Endpoint>>);
  return groups
    .flatMap((group) => Object.values(group))
    .flatMap((endpoint) =>
      [endpoint.path, ...(endpoint.aliases ?? [])].map((spelling) => ({ endpoint, path: spelling })),
    );
}

const calls = await definedCalls();
const people = ['visitor', 'inactive member', 'member', 'manager', 'admin'] as const;
type Who = (typeof people)[number];
const cells = `${people.length} roles × ${calls.length} calls = ${people.length * calls.length} cells`;

let server: TestServer;
let signIn: Readonly<Record<Who, () => Promise<string | undefined>>>;

beforeAll(async () => {
  server = await sharedTestServer();
  const anew = (person: { nickname: string; password: string }) => async () =>
    (await server.signIn(person.nickname, person.password)).token;
  signIn = {
    visitor: async () => undefined,
    'inactive member': anew(await server.member()),
    member: anew(await server.member({ active: true })),
    manager: anew(await server.member({ active: true, manager: true })),
    admin: anew(await server.admin()),
  };
});

/** What the definition of an endpoint means for somebody: the first line of defence, whatever the call is about. */
const noToken = '401 INVALID_TOKEN';
const notForThem = '403 FORBIDDEN';
const everybody = {
  visitor: 'let in',
  'inactive member': 'let in',
  member: 'let in',
  manager: 'let in',
  admin: 'let in',
};
const expected: Readonly<Record<Access, Readonly<Record<Who, string>>>> = {
  anyone: everybody,
  'signed-in': { ...everybody, visitor: noToken },
  staff: { ...everybody, visitor: noToken, 'inactive member': notForThem, member: notForThem },
  admin: {
    ...everybody,
    visitor: noToken,
    'inactive member': notForThem,
    member: notForThem,
    manager: notForThem,
  },
};

/** Of nobody's id, and with nothing to act on: who is let in fails only for what they were not given. */
async function standing({ method }: Endpoint, spelling: string, token: string | undefined) {
  const answer = await server.request(method, spelling.replace(/:\w+/g, 'f'.repeat(24)), {
    ...(token !== undefined && { token }),
    ...(method !== 'GET' && { body: {} }),
  });
  expect([`${method} ${spelling}`, answer.status]).not.toEqual([`${method} ${spelling}`, 500]);
  const said = `${answer.status} ${answer.body?.code}`;
  return said === noToken || said === notForThem ? said : 'let in';
}

test('every call that contracts define is served, and nothing else', () => {
  const named = (all: readonly Endpoint[]) => all.map(({ method, path: at }) => `${method} ${at}`).sort();
  const defined = new Set(calls.map(({ endpoint }) => endpoint));
  expect(named(server.endpoints)).toEqual(named([...defined]));
  expect(server.endpoints.filter((endpoint) => !defined.has(endpoint))).toEqual([]);
});

describe(cells, () => {
  test.each(people)('%s: every call lets in and keeps out as it is defined to', async (who) => {
    let token = await signIn[who]();
    const found: Record<string, unknown> = {};
    const defined: Record<string, unknown> = {};
    for (const { endpoint, path: spelling } of calls) {
      const name = `${endpoint.method} ${spelling}`;
      defined[name] = expected[endpoint.access][who];
      found[name] = await standing(endpoint, spelling, token);
      // Signing out was let in, and ended the session.
      if (spelling === '/user/logout') token = await signIn[who]();
    }
    expect(found).toEqual(defined);
  });
});

/** Calls that anybody signed in may make, about a thing the path names: whose it is decides. */
const aboutThings = calls.filter(
  ({ endpoint, path: spelling }) => endpoint.access === 'signed-in' && spelling.includes('/:'),
);

describe(`${aboutThings.length} calls about things that are somebody's`, () => {
  const asked = ['stranger', 'manager', 'admin', 'owner'] as const;
  let persons: Readonly<Record<(typeof asked)[number], Person>>;
  let rules: ReturnType<typeof ownershipRules>;
  beforeAll(async () => {
    persons = {
      stranger: await server.member({ active: true }),
      manager: await server.member({ active: true, manager: true }),
      admin: await server.admin(),
      owner: await server.member({ active: true }),
    };
    rules = ownershipRules(server, persons.owner);
  });

  test('each have a rule', () => {
    const without = aboutThings
      .map(({ endpoint, path: spelling }) => `${endpoint.method} ${spelling}`)
      .filter((name) => !Object.hasOwn(rules, name));
    expect(without).toEqual([]);
  });

  test.each(aboutThings.map(({ endpoint, path: spelling }) => `${endpoint.method} ${spelling}`))(
    '%s: to a stranger it is not there',
    async (name) => {
      const rule = rules[name];
      if (rule === undefined) throw new Error(`whose thing is ${name} about?`);
      const [method = '', template = ''] = name.split(' ');
      const thing = await rule.thing();
      const found: Record<string, number> = {};
      for (const who of asked) {
        const call = { token: persons[who].token, ...rule.call };
        found[who] = (await server.request(method, template.replace(/:\w+/, thing), call)).status;
      }
      expect(found).toEqual({ stranger: 404, manager: 404, admin: 404, ...rule.answers });
    },
  );
});
