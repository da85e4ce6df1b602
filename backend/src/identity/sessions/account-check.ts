import { isMemberEvent, toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { type Account, accountDecider } from '@matgyo/ledger/account/account';
import { invariant } from '@matgyo/ledger/invariant';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { loadStream } from '../../platform/commands/stream-history.ts';
import type { Caller } from '../../platform/http/handler.ts';
import type { Shared } from '../../shared.ts';
import type { MemberRow } from '../members/member-query.ts';

/** An account as the read model shows it. */
export interface ShownAccount extends Pick<Caller, 'memberId' | 'status' | 'admin' | 'manager'> {
  /** The last event of the member's stream that the row has. */
  readonly revision: number;
}

/**
 * Compares what gives a member powers with what cannot be changed by SQL: the account in the read model with the
 * member's own events, and the second factors with the audit log. Costs two reads, so it is for signing in and for
 * staff's sessions.
 */
export type AccountCheck = ReturnType<typeof createAccountCheck>;

export function createAccountCheck({ db, log, rowCheck }: Pick<Shared, 'db' | 'log' | 'rowCheck'>) {
  /** As `isCurrent` without second factors: to recover a password, which replaces those of members. */
  async function hasRoles(shown: ShownAccount): Promise<boolean> {
    const { memberId, revision } = shown;
    const history = await loadStream(log, ofMember(memberId));
    const isAsOfThen = revision <= history.revision && has(shown, foldedTo(history.events, revision));
    if (!isAsOfThen) rowCheck.refuse([{ table: 'read_accounts.accounts', key: memberId }]);
    return has(shown, history.state);
  }
  return {
    hasRoles,
    /**
     * Whether status and roles are still those shown: the read model may be late.
     *
     * @throws RequestFailure RECORD_MISMATCH if the account never had them at that revision, or a second factor was
     * removed, added or changed beside the program
     */
    async isCurrent(shown: ShownAccount): Promise<boolean> {
      const [current] = await Promise.all([hasRoles(shown), rowCheck.factors(db, shown.memberId)]);
      return current;
    },
  };
}

/** What `AccountCheck` compares of a member's row. */
export const shownAccount = ({ id: memberId, status, admin, manager, account_revision }: MemberRow) => ({
  memberId,
  status,
  admin,
  manager,
  revision: account_revision,
});

function foldedTo(events: readonly RecordedEvent[], revision: number): Account {
  return events.slice(0, revision + 1).reduce<Account>((account, { type, data, metadata }) => {
    const event = toLedgerEvent({ type, data, schemaVersion: metadata.schemaVersion });
    invariant(isMemberEvent(event), `a member's stream holds a ${type}`);
    return accountDecider.evolve(account, event, metadata.at);
  }, accountDecider.initial);
}

const has = ({ status, admin, manager }: ShownAccount, account: Account): boolean =>
  account.status === status &&
  account.roles.includes('admin') === admin &&
  account.roles.includes('manager') === manager;
