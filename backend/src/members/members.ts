import { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import { type CommandDependencies, ledgerCommand, sayWhatIsVisible } from '../commands/ledger-command.ts';
import { capability, type Route } from '../http/capability.ts';
import { clientNetwork, type RateLimits } from '../http/rate-limits.ts';
import { failure } from '../http/request-failure.ts';
import { type EditDependencies, editMember } from './edit-member.ts';
import { listMembers } from './list-members.ts';
import { memberByIdCall } from './member-activity.ts';
import { memberById, memberByNickname, memberViewOf } from './member-query.ts';
import { type SignUpDependencies, signUp } from './sign-up.ts';

export interface MemberDependencies extends SignUpDependencies, EditDependencies, CommandDependencies {
  readonly limits: RateLimits;
}

export function memberRoutes(deps: MemberDependencies): readonly Route[] {
  const { db, limits } = deps;
  return capability(memberEndpoints, {
    async signUp({ body, file, reply }) {
      const { user, events } = await signUp(deps, body, file);
      await sayWhatIsVisible(deps, { reply }, events.at(-1));
      return { message: 'User registered successfully', user };
    },

    listMembers: ({ caller, query }) => listMembers(db, caller, query),

    async listReferredMembers({ caller, query }) {
      if (query.all) return listMembers(db, caller, query);
      const own = await memberById(db, caller.memberId);
      return listMembers(db, caller, query, own?.invite_code ?? '');
    },

    async findMember({ caller, params }) {
      const row = await memberByNickname(db, params.nickname);
      const isPlain = row !== undefined && !row.admin && !row.manager;
      const mayBeSeen = caller.admin || row?.id === caller.memberId || (caller.manager && isPlain);
      // The same answer whether there is nobody or nobody the caller may see.
      if (row === undefined || !mayBeSeen) throw failure('MEMBER_NOT_FOUND');
      return memberViewOf(row, caller);
    },

    memberById: memberByIdCall(db),

    async editMember(request) {
      const edited = await ledgerCommand(deps, request, async ({ command }) => {
        const { memberId, events } = await editMember(deps, request, command);
        return { answer: { memberId }, event: events.at(-1) };
      });
      // Read afterwards, so that nothing personal is kept with the command.
      const row = await memberById(db, edited.memberId);
      if (row === undefined) throw failure('MEMBER_NOT_FOUND');
      return { message: 'User updated', user: memberViewOf(row, request.caller) };
    },

    async checkNickname({ params, ip }) {
      await limits.nicknameChecksFrom.take(clientNetwork(ip));
      const row = await db
        .selectFrom('app.members')
        .select('id')
        .where('nickname_key', '=', params.nickname.toLowerCase())
        .executeTakeFirst();
      return { exists: row !== undefined };
    },
  });
}
