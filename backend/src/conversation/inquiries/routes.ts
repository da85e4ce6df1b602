import { type AdminInquiryView, inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Push } from '../../platform/realtime/push.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { countShown, type PersonalReadings } from '../../proof/audit/personal-readings.ts';
import type { Shared } from '../../shared.ts';
import { commentOnInquiry } from './comment-on-inquiry.ts';
import { inquiryById } from './inquiry-view.ts';
import {
  countWaitingInquiries,
  listActiveInquiries,
  listClosedInquiries,
  listOwnInquiries,
} from './list-inquiries.ts';
import { submitInquiry } from './submit-inquiry.ts';

export interface InquiryDependencies extends PersonalReadings, Pick<Shared, 'sealedRows'> {
  readonly push: Pick<Push, 'toMember' | 'toAdmins'>;
}

/** The inquiry endpoints. Inactive members may use them too (docs/http.md). */
export function inquiryRoutes(deps: InquiryDependencies): readonly Route[] {
  const { db, push } = deps;
  /** To the lists of its author and of all admins. */
  const report = (authorId: MemberId): void => {
    push.toMember(authorId, 'changed', { keys: ['inquiries'] });
    push.toAdmins('changed', { keys: ['inquiries'] });
  };
  const reported = (inquiry: AdminInquiryView): AdminInquiryView => {
    report(inquiry.userId._id as MemberId);
    return inquiry;
  };
  /** Like chats that are opened: page by page, the inbox is an export of what members wrote. */
  const shown = async <Page extends { readonly items: readonly AdminInquiryView[] }>(
    by: { readonly caller: Caller; readonly requestId: string },
    page: Page,
  ): Promise<Page> => {
    const authors = page.items.map(({ userId }) => userId._id);
    await countShown(deps, 'partiesShownTo', by, authors);
    return page;
  };
  return capability(inquiryEndpoints, {
    submitInquiry: async (request) => ({
      message: 'Your inquiry has been submitted.',
      inquiry: reported(await submitInquiry(deps, request)),
    }),
    ownInquiries: (request) => listOwnInquiries(db, request),
    activeInquiries: async (request) => shown(request, await listActiveInquiries(db, request)),
    closedInquiries: async (request) => shown(request, await listClosedInquiries(db, request)),
    waitingInquiries: () => countWaitingInquiries(db),
    commentOnInquiry: async (request) => ({
      message: 'comment added',
      inquiry: reported(await commentOnInquiry(deps, request)),
    }),
    closeInquiry: async (request) => ({
      message: 'inquiry closed',
      inquiry: reported(await closeInquiry(deps, request)),
    }),
    async deleteInquiry(request) {
      await deleteInquiry(deps, request);
      report(request.caller.memberId);
      return { message: 'inquiry deleted' };
    },
  });
}

/** Closes an inquiry, answered or not. Closing it again keeps the first closer. */
async function closeInquiry(
  { db, sealedRows }: Pick<InquiryDependencies, 'db' | 'sealedRows'>,
  { params, caller, requestId }: HandlerRequest<typeof inquiryEndpoints.closeInquiry>,
): Promise<AdminInquiryView> {
  await db.transaction().execute(async (transaction) => {
    const closed = await transaction
      .updateTable('app.inquiries')
      .set({
        status: 'inactive',
        // By the clock that dated it; in milliseconds, like cursors.
        closed_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())`,
        closed_by: caller.memberId,
        closing_request_id: requestId,
      })
      .where('id', '=', params.id)
      .where('status', '!=', 'inactive')
      .returning('id')
      .executeTakeFirst();
    if (closed === undefined) return;
    const subjectId = params.id;
    await recordAudit(transaction, { action: 'inquiry-closed', actor: caller, subjectId, requestId });
    await sealedRows.enter(transaction, { 'app.inquiries': [subjectId] });
  });
  return inquiryById(db, params.id);
}

/** Deletes the caller's own inquiry while it is pending. Another member's is answered as missing. */
async function deleteInquiry(
  { db, sealedRows }: Pick<InquiryDependencies, 'db' | 'sealedRows'>,
  { params, caller }: HandlerRequest<typeof inquiryEndpoints.deleteInquiry>,
): Promise<void> {
  const isRemoved = await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('app.inquiries')
      .where('id', '=', params.id)
      .where('member_id', '=', caller.memberId)
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst();
    if (removed !== undefined) await sealedRows.enter(trx, { 'app.inquiries': [removed.id] });
    return removed !== undefined;
  });
  if (isRemoved) return;
  const own = await db
    .selectFrom('app.inquiries')
    .select('id')
    .where('id', '=', params.id)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirst();
  throw failure(own === undefined ? 'INQUIRY_NOT_FOUND' : 'INQUIRY_NOT_PENDING');
}
