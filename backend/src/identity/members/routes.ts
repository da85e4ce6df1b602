import { isReservedName } from '@matgyo/contracts/endpoints/member-fields';
import { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import { ledgerCommand, reportVisibility } from '../../platform/commands/ledger-command.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import { createWorkQueues } from '../../platform/http/work-queue.ts';
import { ticketIn } from '../one-time-codes/verified-phones.ts';
import type { IdentityParts } from '../parts.ts';
import { approvePayout, refusePayout, waitingPayouts } from './decide-payout.ts';
import { editMember, refuseEditWithoutStepUp } from './edit-member.ts';
import { withoutEmptyFields } from './empty-fields.ts';
import { seesMember } from './member-policy.ts';
import { memberById, memberByNickname, memberIdOf, memberNow, memberViewOf } from './member-query.ts';
import { countAwaitingMembers, showMembers, shownTo } from './show-members.ts';
import { signUp } from './sign-up.ts';

/** Edits of one member that wait in this process. */
const editsWaitingMax = 50;

export function memberRoutes(deps: IdentityParts): readonly Route[] {
  const { db, limits } = deps;
  const editQueues = createWorkQueues({ concurrentMax: 1, waitingMax: editsWaitingMax });
  return capability(memberEndpoints, {
    async signUp(request) {
      const { body, file, ip, reply } = request;
      const network = clientNetwork(ip);
      await limits.signUpsFrom.take(network);
      const by = { network, ticket: ticketIn(request), header: request.header };
      const { user, events } = await signUp(deps, body, file, by);
      if (events.length === 0) reply.header('Ledger-Visible', 'false');
      await reportVisibility(deps, { reply }, events.at(-1));
      return { message: 'User registered successfully', user };
    },

    ...showMembers(deps),
    awaitingMembers: () => countAwaitingMembers(db),

    waitingPayouts: async ({ caller }) => ({ items: await waitingPayouts(deps, caller) }),
    async approvePayout({ params, caller, requestId, body: { confirmAlone } }) {
      await approvePayout(deps, { caller, requestId, changeId: params.id, confirmAlone });
      return { message: 'Approved' };
    },
    async refusePayout({ params, caller, requestId }) {
      await refusePayout(deps, { caller, requestId, changeId: params.id });
      return { message: 'Refused' };
    },

    async editMember(sent) {
      const { nickname } = sent.params;
      const request = await withoutEmptyFields(db, sent);
      const guarded = await refuseEditWithoutStepUp(deps, request);
      let changesNothing = false;
      const edit = () =>
        ledgerCommand(deps, request, async ({ command, earlier }) => {
          // Part of an edit is a row, which does not show which call has written it.
          if (earlier === 'at work') throw failure('IN_PROGRESS');
          // Waits for other edits by the same person, and of the same member, without holding a connection.
          const done = await limits.editsOf.unlessRefused(
            [request.caller.memberId, nickname.toLowerCase()],
            () =>
              editQueues(`by ${request.caller.memberId}`, () =>
                editQueues(nickname.toLowerCase(), () => editMember(deps, request, command)),
              ),
          );
          ({ changesNothing } = done);
          return { answer: { memberId: done.memberId }, event: done.events.at(-1) };
        });
      const edited = await (guarded === undefined
        ? edit()
        : limits.guardedEditsOf.unlessRefused([guarded], edit)
      ).catch(async (error: unknown) => {
        if (error instanceof RequestFailure && error.code === 'CONFIRM_ALONE')
          throw failure('CONFIRM_ALONE', {
            confirmAlone: (await memberByNickname(db, nickname))?.nickname ?? nickname,
          });
        if (!(error instanceof RequestFailure) || error.code !== 'MEMBER_CHANGED') throw error;
        // Read now, so that nothing personal is kept with the command.
        throw failure('MEMBER_CHANGED', await whatIsThere(deps, request));
      });
      // Read afterwards, so that nothing personal is kept with the command.
      const row = await memberById(db, edited.memberId);
      if (row === undefined) throw failure('MEMBER_NOT_FOUND');
      const user = memberViewOf(row, request.caller);
      // Otherwise the audit log says that the member was edited.
      if (changesNothing) await shownTo(deps, request, { items: [user] });
      return { message: 'User updated', user };
    },

    async checkNickname({ params, ip }) {
      await limits.nicknameChecksFrom.take(clientNetwork(ip));
      const memberId = await memberIdOf(db, params.nickname);
      return { exists: memberId !== undefined || isReservedName(params.nickname) };
    },
  });
}

/** Beside MEMBER_CHANGED: the member as in the ledger now, for callers who may see them. */
async function whatIsThere(
  deps: IdentityParts,
  request: HandlerRequest<typeof memberEndpoints.editMember>,
): Promise<Readonly<Record<string, unknown>>> {
  const { db, ledger } = deps;
  const { caller, params } = request;
  const found = await memberByNickname(db, params.nickname);
  const now = found && (await memberNow(db, ledger, found.id));
  if (now === undefined || !seesMember(caller, now.row)) return {};
  const user = memberViewOf(now.row, caller);
  await shownTo(deps, request, { items: [user] });
  return { user };
}
