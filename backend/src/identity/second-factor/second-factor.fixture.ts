import { expect } from 'vitest';
import type { Person, TestServer } from '../../../../test/server.ts';

export const withPassword = (to: TestServer, { nickname, password }: Person) =>
  to.request('POST', '/user/login', { body: { nickname, password } });
export const ticketFor = async (to: TestServer, person: Person): Promise<string> => {
  const refused = await withPassword(to, person);
  expect([refused.status, refused.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
  return refused.body.details.ticket;
};
export const withCode = (to: TestServer, ticket: string, code: string) =>
  to.request('POST', '/user/login/code', { body: { ticket, code } });
export const stateOf = async (to: TestServer, token: string) =>
  (await to.request('GET', '/user/second-factor', { token })).body;
/** The actions on a person in the audit log, oldest first. */
export const actionsOf = async (to: TestServer, { memberId }: Person): Promise<readonly string[]> => {
  const actions = 'select action from app.audit_log where subject_id = $1 order by sequence';
  return (await to.pool.query(actions, [memberId])).rows.map(({ action }) => action);
};
