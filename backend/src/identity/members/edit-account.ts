import { noSecondAdmin } from '@matgyo/contracts/approvals';
import { isConfirmed } from '@matgyo/contracts/confirm-alone';
import type { MemberEvent } from '@matgyo/contracts/events/member-events';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { type Account, withRoleApproval } from '@matgyo/ledger/account/account';
import { refuse } from '@matgyo/ledger/refusal';
import { type Command, type Executed, executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { IdentityParts } from '../parts.ts';
import { decideEdit } from './decide-edit.ts';
import type { MemberEdit } from './edit-row.ts';
import type { MemberRow } from './member-query.ts';
import { isLastAdmin } from './other-admins.ts';

/* The part of a member's edit that is events of the account. */

/** Shorter than the transaction that holds the lock may last. */
const withinMs = 3_000;

export const touchesAccount = ({ status, admin, manager, referralCode }: MemberEdit): boolean =>
  [status, admin, manager, referralCode].some((field) => field !== undefined);

export const endsSessions = ({ type }: RecordedEvent): boolean =>
  (['MemberDeactivated', 'RoleGranted', 'RoleRevoked'] as const satisfies MemberEvent['type'][]).some(
    (one) => one === type,
  );

type Appended = Pick<Executed<Account>, 'events' | 'state'>;

/** Status, roles and referral code: one command, one append. */
export async function appendChanges(
  deps: IdentityParts,
  { body, command }: { readonly body: MemberEdit; readonly command: Command },
  { id: memberId, nickname }: MemberRow,
): Promise<Appended> {
  const { ledger } = deps;
  return executeOnStream({
    ledger,
    ...ofMember(memberId),
    withinMs,
    // The time of execution: other edits of the same member may have delayed it.
    command: { ...command, at: isoOf(ledger.timing.now()) },
    decide: async (account) => {
      const decided = decideEdit(account, body, { isLastAdmin: await isLastAdmin(deps, ledger, memberId) });
      if (!('unapproved' in decided)) return decided;
      if (!(await isLastAdmin(deps, ledger, command.actorId))) refuse('APPROVAL_NEEDED');
      // What is to be typed is added to the reply, so that no nickname is kept with the command.
      if (!isConfirmed(body.confirmAlone, nickname)) throw failure('CONFIRM_ALONE');
      return withRoleApproval(decided, noSecondAdmin);
    },
  });
}
