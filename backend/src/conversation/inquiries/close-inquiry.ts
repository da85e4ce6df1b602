import type { AdminInquiryView, inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { inquiryById } from './inquiry-view.ts';
import type { InquiryDependencies } from './routes.ts';

/** Closes an inquiry, answered or not. Closing it again keeps the first closer. */
export async function closeInquiry(
  { db, sealedRows }: Pick<InquiryDependencies, 'db' | 'sealedRows'>,
  { params, caller, requestId }: HandlerRequest<typeof inquiryEndpoints.closeInquiry>,
): Promise<AdminInquiryView> {
  await db.transaction().execute(async (transaction) => {
    const closed = await transaction
      .updateTable('app.inquiries')
      .set({
        status: 'inactive',
        closed_at: new Date(),
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
