import { isMemberEvent } from '@matgyo/contracts/events/ledger-event';
import { type MemberEvent, roles } from '@matgyo/contracts/events/member-events';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { evolveAccount, type RegisteredAccount } from '@matgyo/ledger/account/account';
import { ofKind, type ReadModel } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import { type AccountsTable, accountsTable } from './tables.ts';

type Account = StoredRow<AccountsTable>;

const memberEvent = ofKind(isMemberEvent, 'a member');

/** Status, roles and codes of every member: every request is checked against them. */
export const accounts: ReadModel = {
  name: 'accounts',
  version: 2,
  streams: ['member-'],
  tables: [accountsTable],
  needs: [
    {
      table: accountsTable,
      streamPrefix: 'member-',
      keys: (events) => events.map((event) => memberEvent(event).data.memberId),
    },
  ],
  fold(logged, rows) {
    const event = memberEvent(logged);
    const { memberId } = event.data;
    rows.put(accountsTable, evolve(rows.get(accountsTable, memberId), event, logged.recorded));
    // `member:` also covers the member's orders and trades; `account:` means that status or roles may have changed.
    return [`member:${memberId}`, `account:${memberId}`];
  },
};

function evolve(
  before: Account | undefined,
  event: MemberEvent,
  { revision, metadata }: RecordedEvent,
): Account {
  const { at } = metadata;
  const account = evolveAccount(before === undefined ? { status: 'none' } : stateOf(before), event);
  return {
    member_id: account.memberId,
    status: account.status,
    admin: account.roles.includes('admin'),
    manager: account.roles.includes('manager'),
    referral_code: account.referralCode,
    invite_code: account.inviteCode,
    registered_at: before?.registered_at ?? at,
    activated_at: before?.activated_at ?? (account.status === 'active' ? at : null),
    revision,
    updated_at: at,
  };
}

const stateOf = (row: Account): RegisteredAccount => ({
  memberId: row.member_id,
  status: row.status,
  roles: roles.filter((role) => row[role]),
  referralCode: row.referral_code ?? null,
  inviteCode: row.invite_code,
});
