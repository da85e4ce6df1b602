import type { Access, Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
const people = ['visitor', 'member', 'manager', 'admin'] as const;
type Who = (typeof people)[number];
let signIn: Readonly<Record<Who, () => Promise<string | undefined>>>;

beforeAll(async () => {
  server = await startTestServer();
  const member = await server.member({ active: true });
  const manager = await server.member({ active: true, manager: true });
  const { nickname, password } = await server.admin();
  const anew = (person: { nickname: string; password: string }) => async () =>
    (await server.signIn(person.nickname, person.password)).token;
  signIn = {
    visitor: async () => undefined,
    member: anew(member),
    manager: anew(manager),
    admin: anew({ nickname, password }),
  };
});
afterAll(() => server.close());

/** What the definition of an endpoint means for somebody: the first line of defence, whatever the call is about. */
const expected: Readonly<Record<Access, Readonly<Record<Who, 401 | 403 | 'let in'>>>> = {
  anyone: { visitor: 'let in', member: 'let in', manager: 'let in', admin: 'let in' },
  'signed-in': { visitor: 401, member: 'let in', manager: 'let in', admin: 'let in' },
  staff: { visitor: 401, member: 403, manager: 'let in', admin: 'let in' },
  admin: { visitor: 401, member: 403, manager: 403, admin: 'let in' },
};

const pathOf = (template: string): string => template.replace(/:\w+/g, 'f'.repeat(24));

async function standing(endpoint: Endpoint, path: string, token: string | undefined) {
  const answer = await server.request(endpoint.method, pathOf(path), {
    ...(token !== undefined && { token }),
  });
  expect(answer.status, `${endpoint.method} ${path}`).not.toBe(500);
  return answer.status === 401 || answer.status === 403 ? answer.status : 'let in';
}

test.each(people)(
  '%s: every call of every spelling lets in and keeps out as it is defined to',
  async (who) => {
    let token = await signIn[who]();
    const found: Record<string, unknown> = {};
    const defined: Record<string, unknown> = {};
    for (const endpoint of server.endpoints)
      for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
        const name = `${endpoint.method} ${path}`;
        defined[name] = expected[endpoint.access][who];
        found[name] = await standing(endpoint, path, token);
        // Signing out was let in, and ended the session.
        if (path === '/user/logout') token = await signIn[who]();
      }
    expect(found).toEqual(defined);
    expect(Object.keys(found).length).toBeGreaterThan(20);
  },
);
