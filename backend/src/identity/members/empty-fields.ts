import { editedFields, type memberEndpoints } from '@matgyo/contracts/endpoints/members';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { validated } from '../../platform/http/validate.ts';
import { mayEdit } from './member-policy.ts';
import { memberByNickname } from './member-query.ts';

type EditRequest = HandlerRequest<(typeof memberEndpoints)['editMember']>;

const columns = {
  phone: 'phone',
  telegram: 'telegram',
  referralCode: 'referral_code',
  bankName: 'bank_name',
  bankAccount: 'bank_account',
  tetherAddress: 'tether_address',
} as const satisfies Record<keyof typeof editedFields.shape, string>;

/**
 * Without the fields that are empty and were before: clients send a member back as they fetched it, and the account of
 * the first start has no phone and no bank account.
 *
 * @throws RequestFailure MEMBER_NOT_FOUND, FORBIDDEN, and the error of a field that is not empty yet
 */
export async function withoutEmptyFields(db: Database, request: EditRequest): Promise<EditRequest> {
  const { caller, params, body } = request;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const empty = names.filter((name) => body[name] === '');
  if (empty.length === 0) return request;
  const target = await memberByNickname(db, params.nickname);
  if (target === undefined) throw failure('MEMBER_NOT_FOUND');
  if (!mayEdit(caller, target, body)) throw failure('FORBIDDEN');
  const emptied = empty.filter((name) => target[columns[name]]);
  validated(editedFields.partial(), Object.fromEntries(emptied.map((name) => [name, ''])));
  return { ...request, body: { ...body, ...Object.fromEntries(empty.map((name) => [name, undefined])) } };
}
