import { ownAccountEndpoints } from '@matgyo/contracts/endpoints/own-account';
import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { pageBy } from '../../platform/http/page-cursor.ts';
import { resendAfterSeconds } from '../one-time-codes/code-store.ts';
import type { IdentityParts } from '../parts.ts';
import { confirmPayout, rejectPayout, sendPayoutCode } from './decide-payout.ts';
import { inviteCodeOf } from './member-query.ts';
import { maskedNickname } from './nicknames.ts';
import { ownPaymentMethods } from './payment-methods.ts';

type PaymentMethods = HandlerRequest<(typeof ownAccountEndpoints)['paymentMethods']>;
type Invitations = HandlerRequest<(typeof ownAccountEndpoints)['invitations']>;

/** The caller's account as shown in the profile menu. */
export const ownAccountRoutes = (deps: IdentityParts): readonly Route[] =>
  capability(ownAccountEndpoints, {
    paymentMethods: ({ caller }: PaymentMethods) => ownPaymentMethods(deps, caller.memberId),
    async sendPayoutCode({ body: { changeId }, ...request }) {
      await sendPayoutCode(deps, { ...request, changeId });
      return { message: 'SMS sent', resendAfterSeconds };
    },
    async confirmPayout({ body, ...request }) {
      await confirmPayout(deps, { ...request, ...body });
      return { message: 'Confirmed' };
    },
    async rejectPayout({ body: { changeId }, caller, requestId }) {
      await rejectPayout(deps, { caller, requestId, changeId });
      return { message: 'Rejected' };
    },
    invitations: ({ caller, query }: Invitations) => invitationsOf(deps.db, caller.memberId, query),
  });

/** Distinguishes those who joined in the same millisecond. Not the member's id: a cursor must not identify a member. */
const tieBreaker = sql<string>`md5(invited.member_id) collate "C"`;

async function invitationsOf(db: Database, memberId: MemberId, query: Invitations['query']) {
  const inviteCode = await inviteCodeOf(db, memberId);
  const { joined } = await db
    .selectFrom('read_accounts.accounts')
    .select(sql<number>`count(*)::int`.as('joined'))
    .where('referral_code', '=', inviteCode)
    .executeTakeFirstOrThrow();
  const rows = db
    .selectFrom('read_accounts.accounts as invited')
    .leftJoin('app.members as member', 'member.id', 'invited.member_id')
    .select(['invited.registered_at', 'member.nickname', tieBreaker.as('tie')])
    .where('invited.referral_code', '=', inviteCode);
  const { page, nextCursor } = await pageBy(rows, query, {
    columns: ['invited.registered_at', tieBreaker],
    keyOf: (row) => [row.registered_at, row.tie],
  });
  return {
    inviteCode,
    link: `/signup?referralCode=${encodeURIComponent(inviteCode)}`,
    joined,
    items: page.map((row) => ({
      nickname: maskedNickname(row.nickname),
      joinedAt: row.registered_at.toISOString(),
    })),
    nextCursor,
  };
}
