import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { powersGained, withRoleApproval } from '@matgyo/ledger/account/account';
import { refuseOutdated } from '@matgyo/ledger/approval/decisions';
import { refuse } from '@matgyo/ledger/refusal';
import { type AccountEdit, decideEdit } from '../../identity/members/decide-edit.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { loadStream } from '../../platform/commands/stream-history.ts';
import { refuseUnlessAdmins } from '../second-admin/approval-of.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import type { ActionKind, ActionOf } from './action-kinds.ts';

export interface RequestedRoles {
  readonly askedBy: MemberId;
  readonly memberId: MemberId;
  readonly edit: Pick<AccountEdit, 'admin' | 'manager' | 'status'>;
}

/**
 * A change of roles or status, as of now. It names all roles that come into force, also those that an inactive member
 * was given before, so that the approving admin sees them. Refused: MEMBER_NOT_FOUND, LAST_ADMIN, APPROVAL_NOT_NEEDED.
 */
export async function requestedRoles(
  { ledger, fourEyes }: TradeProcess,
  { askedBy, memberId, edit }: RequestedRoles,
): Promise<ActionOf<'role'>> {
  const { state, revision } = await accountOf(ledger.log, memberId);
  const others = await fourEyes.otherAdmins(askedBy, ledger.log);
  const decided = decideEdit(state, edit, { isLastAdmin: others.length === 0 });
  if (others.length === 0 || !('unapproved' in decided)) refuse('APPROVAL_NOT_NEEDED');
  const gained = powersGained(state, decided.unapproved).map((gains) => [gains, true] as const);
  return { kind: 'role', revision, memberId, ...edit, ...Object.fromEntries(gained) };
}

export const role: ActionKind<'role'> = {
  async now({ ledger }, action) {
    const { revision } = await accountOf(ledger.log, action.memberId);
    return { revision };
  },
  perform(process, { command, approvalId, admins, action }) {
    const { ledger, fourEyes } = process;
    return fourEyes.withAdminCountLocked(action.memberId, process, (isLastAdmin) =>
      executeOnStream({
        ledger,
        ...ofMember(action.memberId),
        command,
        async decide(account, revision) {
          refuseOutdated(action, { revision });
          await refuseUnlessAdmins(process, admins);
          const decided = decideEdit(account, action, { isLastAdmin });
          return 'unapproved' in decided ? withRoleApproval(decided, approvalId) : decided;
        },
      }),
    );
  },
  audited: ({ memberId }) => ({ action: 'member-edited', stream: memberStream(memberId) }),
};

const accountOf = (log: TradeProcess['ledger']['log'], memberId: MemberId) =>
  loadStream(log, ofMember(memberId));
