import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import type { Access } from '@matgyo/contracts/paths/call-path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { ownershipRules } from './ownership-rules.fixture.ts';

/** All endpoints in contracts, under every path. */
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

const server = await sharedTestServer();
const signInAgain = (person: { nickname: string; password: string }) => async () =>
  (await server.signIn(person.nickname, person.password)).token;
const signIn = {
  visitor: async () => undefined,
  'inactive member': signInAgain(await server.member()),
  member: signInAgain(await server.member({ active: true })),
  manager: signInAgain(await server.member({ active: true, manager: true })),
  admin: signInAgain(await server.admin()),
};

/** The outcome that an endpoint's access level defines for each role. */
const noToken = '401 INVALID_TOKEN';
const forbidden = '403 FORBIDDEN';
const allRoles = {
  visitor: 'let in',
  'inactive member': 'let in',
  member: 'let in',
  manager: 'let in',
  admin: 'let in',
};
const expected: Readonly<Record<Access, Readonly<Record<Who, string>>>> = {
  anyone: allRoles,
  'signed-in': { ...allRoles, visitor: noToken },
  staff: { ...allRoles, visitor: noToken, 'inactive member': forbidden, member: forbidden },
  admin: {
    ...allRoles,
    visitor: noToken,
    'inactive member': forbidden,
    member: forbidden,
    manager: forbidden,
  },
};

/** Calls with an unknown id and an empty body, so allowed callers fail only on the input. */
async function accessOf({ method }: Endpoint, spelling: string, token: string | undefined) {
  const answer = await server.request(method, spelling.replace(/:\w+/g, 'f'.repeat(24)), {
    ...(token !== undefined && { token }),
    ...(method !== 'GET' && { body: {} }),
  });
  expect([`${method} ${spelling}`, answer.status]).not.toEqual([`${method} ${spelling}`, 500]);
  const outcome = `${answer.status} ${answer.body?.code}`;
  return outcome === noToken || outcome === forbidden ? outcome : 'let in';
}

test('serves exactly the endpoints in contracts', () => {
  const named = (all: readonly Endpoint[]) => all.map(({ method, path: at }) => `${method} ${at}`).sort();
  const defined = new Set(calls.map(({ endpoint }) => endpoint));
  expect(named(server.endpoints)).toEqual(named([...defined]));
  expect(server.endpoints.filter((endpoint) => !defined.has(endpoint))).toEqual([]);
});

test('grants each role the calls that are listed here, so that a wider one is noticed', async () => {
  const lines = calls.map(({ endpoint: { method, access }, path: at }) => `${access} ${method} ${at}\n`);
  await expect([...new Set(lines)].sort().join('')).toMatchFileSnapshot('access-levels.txt');
});

describe(cells, () => {
  test.each(people)('%s: each endpoint grants or refuses access as defined', async (who) => {
    let token = await signIn[who]();
    const found: Record<string, unknown> = {};
    const defined: Record<string, unknown> = {};
    for (const { endpoint, path: spelling } of calls) {
      const name = `${endpoint.method} ${spelling}`;
      defined[name] = expected[endpoint.access][who];
      found[name] = await accessOf(endpoint, spelling, token);
      // Signing out has ended the session.
      if (spelling === '/user/logout') token = await signIn[who]();
    }
    expect(found).toEqual(defined);
  });
});

/** Endpoints for all signed-in callers whose path names an object: its owner decides access. */
const objectEndpoints = calls.filter(
  ({ endpoint, path: spelling }) => endpoint.access === 'signed-in' && spelling.includes('/:'),
);

describe(`${objectEndpoints.length} endpoints with an object in their path`, () => {
  const roles = ['stranger', 'manager', 'admin', 'owner'] as const;
  let persons: Readonly<Record<(typeof roles)[number], Person>>;
  let rules: ReturnType<typeof ownershipRules>;
  beforeAll(async () => {
    persons = {
      stranger: await server.member({ active: true }),
      manager: await server.member({ active: true, manager: true }),
      admin: await server.admin(),
      owner: await server.member({ active: true }),
    };
    rules = ownershipRules(server, persons.owner, Object.values(persons));
  });

  test('each have a rule', () => {
    const without = objectEndpoints
      .map(({ endpoint, path: spelling }) => `${endpoint.method} ${spelling}`)
      .filter((name) => !Object.hasOwn(rules, name));
    expect(without).toEqual([]);
  });

  test.each(objectEndpoints.map(({ endpoint, path: spelling }) => `${endpoint.method} ${spelling}`))(
    '%s: answers 404 to strangers',
    async (name) => {
      const rule = rules[name];
      if (rule === undefined) throw new Error(`no ownership rule for ${name}`);
      const [method = '', template = ''] = name.split(' ');
      const thing = await rule.thing();
      const found: Record<string, number> = {};
      for (const who of roles) {
        const call = { token: persons[who].token, ...rule.call };
        found[who] = (await server.request(method, template.replace(/:\w+/, thing), call)).status;
      }
      expect(found).toEqual({ stranger: 404, manager: 404, admin: 404, ...rule.answers });
    },
  );
});
