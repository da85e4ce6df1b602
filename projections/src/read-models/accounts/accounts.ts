import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import { type MemberEvent, memberEventSchemas } from '@matgyo/contracts/events/member-events';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { LoggedEvent } from '../../logged-event.ts';
import { existing, ImpossibleEvent, type ReadModel } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import { type AccountsTable, accountsTable } from './tables.ts';

type Account = StoredRow<AccountsTable>;

/** Status, roles and codes of every member: what every request is checked against. */
export const accounts: ReadModel = {
  name: 'accounts',
  version: 1,
  streams: ['member-'],
  tables: [accountsTable],
  needs: [
    {
      table: accountsTable,
      bornWith: 'member-',
      keys: (events) => events.map((event) => memberEvent(event).data.memberId),
    },
  ],
  fold(logged, rows) {
    const event = memberEvent(logged);
    const { memberId } = event.data;
    rows.put(accountsTable, evolve(rows.get(accountsTable, memberId), event, logged.recorded));
    // The first also means a member's orders and trades; the second that their status or roles may be others.
    return [`member:${memberId}`, `account:${memberId}`];
  },
};

function evolve(
  before: Account | undefined,
  event: MemberEvent,
  { revision, metadata }: RecordedEvent,
): Account {
  const touched = { revision, updated_at: metadata.at };
  if (event.type === 'MemberRegistered') {
    const { memberId, referralCode, inviteCode } = event.data;
    return {
      member_id: memberId,
      status: 'inactive',
      admin: false,
      manager: false,
      referral_code: referralCode,
      invite_code: inviteCode,
      registered_at: metadata.at,
      ...touched,
    };
  }
  return { ...existing(before, `member ${event.data.memberId}`), ...changesOf(event), ...touched };
}

function changesOf(event: Exclude<MemberEvent, { type: 'MemberRegistered' }>): Partial<Account> {
  switch (event.type) {
    case 'MemberActivated':
      return { status: 'active' };
    case 'MemberDeactivated':
      return { status: 'inactive' };
    case 'RoleGranted':
      return { [event.data.role]: true };
    case 'RoleRevoked':
      return { [event.data.role]: false };
    case 'ReferralCodeChanged':
      return { referral_code: event.data.referralCode };
    default:
      return event satisfies never;
  }
}

const isMemberEvent = (event: LedgerEvent): event is MemberEvent =>
  Object.hasOwn(memberEventSchemas, event.type);

function memberEvent({ ledgerEvent }: LoggedEvent): MemberEvent {
  if (isMemberEvent(ledgerEvent)) return ledgerEvent;
  throw new ImpossibleEvent(`${ledgerEvent.type} is no event of a member`);
}
