import type { AdminInquiryView, inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import { newLedgerId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import type { KeptRows } from '../../proof/kept-rows/kept-rows.ts';
import { noteAnswer } from '../notifications/notices.ts';
import { inquiryById } from './inquiry-view.ts';
import type { InquiryDependencies } from './routes.ts';

type Request = HandlerRequest<typeof inquiryEndpoints.commentOnInquiry>;

/** An inquiry is shown with all its comments, so there is an end to them. */
const mostComments = 50;

/** Adds an admin's comment and tells whoever asked; the first one makes a pending inquiry active. */
export async function commentOnInquiry(
  { db, notifier, kept }: Pick<InquiryDependencies, 'db' | 'notifier' | 'kept'>,
  request: Request,
): Promise<AdminInquiryView> {
  const { id } = request.params;
  const told = await db.transaction().execute(async (transaction) => {
    // Locks the inquiry, so that comments get their places one after the other and none lands on a closed one.
    const commented = await transaction
      .updateTable('app.inquiries')
      .set({ status: 'active' })
      .where('id', '=', id)
      .where('status', '!=', 'inactive')
      .returning('id')
      .executeTakeFirst();
    if (commented === undefined) throw await whyNot(transaction, id);
    return addComment(transaction, kept, request);
  });
  notifier.notify(told);
  const inquiry = await inquiryById(db, id);
  if (inquiry === undefined) throw failure('INQUIRY_NOT_FOUND');
  return inquiry;
}

/** Answers with the notifications it is told by. */
async function addComment(
  db: Database,
  kept: KeptRows,
  { params, body, caller, requestId }: Request,
): Promise<readonly string[]> {
  const { comments } = await db
    .selectFrom('app.inquiry_comments')
    .select((eb) => eb.fn.max('ordinal').as('comments'))
    .where('inquiry_id', '=', params.id)
    .executeTakeFirstOrThrow();
  const ordinal = (comments ?? 0) + 1;
  if (ordinal > mostComments) throw failure('INQUIRY_FULL');
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
  const told = await noteAnswer(db, { commentId, inquiryId: params.id, authorId: caller.memberId });
  await recordAudit(db, {
    action: 'inquiry-answered',
    actor: caller,
    subjectId: params.id,
    requestId,
    details: { comment: commentId },
  });
  await kept.enter(db, { 'app.inquiries': [params.id], 'app.inquiry_comments': [commentId] });
  return told;
}

async function whyNot(db: Database, id: string) {
  const closed = await db.selectFrom('app.inquiries').select('id').where('id', '=', id).executeTakeFirst();
  return failure(closed === undefined ? 'INQUIRY_NOT_FOUND' : 'INQUIRY_CLOSED');
}
