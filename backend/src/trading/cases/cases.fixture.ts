import type { ApiAnswer, ApiCall } from '../../../../test/api-call.ts';
import type { Person } from '../../../../test/server.ts';
import { buyer, server, tradeId } from '../trades/payment-steps.fixture.ts';

/* Calls about a case on the match that `setUpMatch` makes for each test. */

export const reason = 'TETHER_NOT_RECEIVED';
export const ruling = { outcome: 'complete', reasons: ['PAYMENT_PROVEN'], statement: '입금이 확인됐어요' };

export const newAdmin = () => server.member({ active: true, admin: true });
export const send = ({ token }: Person, method: string, path: string, call: ApiCall = {}) =>
  server.request(method, path, { token, ...call });
export const open = (person: Person, body: object = { reason, statement: '테더가 오지 않았어요' }) =>
  send(person, 'POST', `/trades/${tradeId}/cases`, { body });
/** A case that the buyer opens. */
export const opened = async (): Promise<string> => (await open(buyer)).body.caseId;
export const action = (person: Person, caseId: string, what: string, body: object = {}) =>
  send(person, 'POST', `/cases/${caseId}/${what}`, { body });
export const codeOf = ({ status, body }: ApiAnswer) => [status, body.code];
