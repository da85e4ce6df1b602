import { hash } from 'node:crypto';
import type { MemberRow } from './member-query.ts';

/** What an edit may change of a member. */
const editable = [
  'phone',
  'telegram',
  'bank_name',
  'bank_account',
  'tether_address',
  'referral_code',
  'status',
  'admin',
  'manager',
] as const satisfies readonly (keyof MemberRow)[];

/** A hash of the current values that an edit may change: equal values have equal revisions (docs/decisions/identity.md). */
export function memberRevision(member: Pick<MemberRow, (typeof editable)[number]>): string {
  const values = editable.map((field) => member[field]);
  return hash('sha256', JSON.stringify(values), 'hex').slice(0, 24);
}
