import { hash } from 'node:crypto';

/** What an edit may change of a member. */
interface Editable {
  readonly phone: string | null;
  readonly telegram: string;
  readonly bank_name: string;
  readonly bank_account: string;
  readonly tether_address: string;
  readonly referral_code: string | null;
  readonly status: 'active' | 'inactive';
  readonly admin: boolean;
  readonly manager: boolean;
}

/** A hash of the current values that an edit may change: equal values have equal revisions (docs/decisions/identity.md). */
export function memberRevision(member: Editable): string {
  const { phone, telegram, bank_name, bank_account, tether_address } = member;
  const { referral_code, status, admin, manager } = member;
  const all = [
    phone,
    telegram,
    bank_name,
    bank_account,
    tether_address,
    referral_code,
    status,
    admin,
    manager,
  ];
  return hash('sha256', JSON.stringify(all), 'hex').slice(0, 24);
}
