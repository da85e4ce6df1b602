import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import { isStaff } from '@matgyo/contracts/roles';
import type { Caller, Handlers } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { countShown, type PersonalReadings } from '../../proof/audit/personal-readings.ts';
import { listMembers } from './list-members.ts';
import { readMember } from './member-activity.ts';
import { seesMember } from './member-policy.ts';
import { memberById, memberByNickname, memberViewOf } from './member-query.ts';
import type { PaymentMethodDependencies } from './payment-methods.ts';

type ShowDependencies = PersonalReadings & PaymentMethodDependencies;
type Shows = 'listMembers' | 'listReferredMembers' | 'findMember' | 'memberById';

/** What shows members with their personal data. */
export function showMembers(deps: ShowDependencies): Pick<Handlers<typeof memberEndpoints>, Shows> {
  const { db } = deps;
  return {
    listMembers: async (request) =>
      shownTo(deps, request, await listMembers(db, request.caller, request.query)),

    async listReferredMembers(request) {
      const { caller, query } = request;
      const own = query.all ? undefined : await memberById(db, caller.memberId);
      const code = query.all ? undefined : (own?.invite_code ?? '');
      return shownTo(deps, request, await listMembers(db, caller, query, code));
    },

    async findMember({ caller, params, requestId }) {
      const row = await memberByNickname(db, params.nickname);
      // The same reply for a missing member and for one that the caller may not see.
      if (row === undefined || !seesMember(caller, row)) throw failure('MEMBER_NOT_FOUND');
      const view = memberViewOf(row, caller);
      await shownTo(deps, { caller, requestId }, { items: [view] });
      return view;
    },

    async memberById(request) {
      const view = await readMember(deps)(request);
      await shownTo(deps, request, { items: [view] });
      return view;
    },
  };
}

/** Counts the different members that staff are shown: page by page, a list is an export. @throws RequestFailure TOO_MANY_REQUESTS */
async function shownTo<Page extends { readonly items: readonly { readonly _id: string }[] }>(
  deps: PersonalReadings,
  by: { readonly caller: Caller; readonly requestId: string },
  page: Page,
): Promise<Page> {
  const rows = page.items.map(({ _id }) => _id);
  if (isStaff(by.caller)) await countShown(deps, 'membersShownTo', by, rows);
  return page;
}
