import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { afterAll, beforeAll } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
export let server: TestServer;
export let admin: Person;
export let manager: Person;
export let member: Person;
export let other: Person;

/** For the tests of a file: an application with one admin, a manager, an active member and one who waits for activation. */
export function setUpMembers(): void {
  beforeAll(async () => {
    server = await startTestServer();
    manager = await server.member({ manager: true, active: true, nickname: 'Manager1' });
    member = await server.member({ active: true, nickname: 'Member1' });
    other = await server.member({ nickname: 'Other1' });
    await signInAsAdmin();
  });
  afterAll(() => server.close());
}

export async function signInAsAdmin(): Promise<void> {
  admin = await server.admin();
}

export const edit = (
  by: Person | undefined,
  nickname: string,
  body: object,
  headers: Record<string, string> = {},
) =>
  server.request('PUT', `/user/users/${nickname}`, {
    body: { confirmAlone: nickname, ...body },
    headers,
    language: 'en',
    ...(by && { token: by.token }),
  });
export const list = (by: Person, query = '') =>
  server.request('GET', `/user/users${query}`, { token: by.token });
export const nicknames = (answer: { body: { items: { nickname: string }[] } }) =>
  answer.body.items.map(({ nickname }) => nickname);
export const eventTypes = (memberId: string) => server.typesOf(memberStream(memberId as MemberId));
