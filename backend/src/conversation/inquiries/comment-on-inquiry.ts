import type { AdminInquiryView, inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import { type MemberId, newLedgerId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import type { SealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import { storeNotifications } from '../notifications/store-notifications.ts';
import { inquiryById } from './inquiry-view.ts';
import type { InquiryDependencies } from './routes.ts';

type Request = HandlerRequest<typeof inquiryEndpoints.commentOnInquiry>;

/** An inquiry is always shown with all its comments. */
const commentsMax = 50;

/**
 * Adds an admin's comment and notifies the author of the inquiry, unless they are the same person. The first comment
 * makes it active. The newest one sent again, as after a lost reply, adds nothing.
 */
export async function commentOnInquiry(
  { db, notifier, sealedRows }: Pick<InquiryDependencies, 'db' | 'notifier' | 'sealedRows'>,
  request: Request,
): Promise<AdminInquiryView> {
  const { id } = request.params;
  const notificationIds = await db.transaction().execute(async (transaction) => {
    // Locks the inquiry: comments are numbered one by one, and a closed inquiry takes none.
    const commented = await transaction
      .updateTable('app.inquiries')
      .set({ status: 'active' })
      .where('id', '=', id)
      .where('status', '!=', 'inactive')
      .returning('member_id as authorId')
      .executeTakeFirst();
    if (commented === undefined) throw await refusal(transaction, id);
    return addComment(transaction, sealedRows, request, commented);
  });
  notifier.notify(notificationIds);
  return inquiryById(db, id);
}

/** Returns the ids of the notifications to push. */
async function addComment(
  db: Database,
  sealedRows: SealedRows,
  { params, body, caller, requestId }: Request,
  { authorId }: { readonly authorId: MemberId },
): Promise<readonly string[]> {
  const newest = await db
    .selectFrom('app.inquiry_comments')
    .select(['ordinal', 'author_id', 'comment'])
    .where('inquiry_id', '=', params.id)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest?.author_id === caller.memberId && newest.comment === body.comment) return [];
  const ordinal = (newest?.ordinal ?? 0) + 1;
  if (ordinal > commentsMax) throw failure('INQUIRY_FULL');
  const commentId = newLedgerId(Date.now());
  await db
    .insertInto('app.inquiry_comments')
    .values({
      id: commentId,
      inquiry_id: params.id,
      ordinal,
      author_id: caller.memberId,
      comment: body.comment,
      request_id: requestId,
    })
    .execute();
  const answered = { member_id: authorId, topic: 'inquiry', code: 'INQUIRY_ANSWERED' } as const;
  const notificationIds =
    authorId === caller.memberId
      ? []
      : await storeNotifications(db, `comment ${commentId}`, { ...answered, inquiry_id: params.id });
  await recordAudit(db, {
    action: 'inquiry-answered',
    actor: caller,
    subjectId: params.id,
    requestId,
    details: { comment: commentId },
  });
  await sealedRows.enter(db, { 'app.inquiries': [params.id], 'app.inquiry_comments': [commentId] });
  return notificationIds;
}

async function refusal(db: Database, id: string) {
  const closed = await db.selectFrom('app.inquiries').select('id').where('id', '=', id).executeTakeFirst();
  return failure(closed === undefined ? 'INQUIRY_NOT_FOUND' : 'INQUIRY_CLOSED');
}
