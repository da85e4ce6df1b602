import type { AdminInquiryView, inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import type { Database } from '../database/tables.ts';
import type { HandlerRequest } from '../http/handler.ts';
import { failure } from '../http/request-failure.ts';
import { inquiryById } from './inquiry-view.ts';

/** Closes an inquiry, whether or not it was answered. Who closed it first stays on record. */
export async function closeInquiry(
  db: Database,
  { params, caller, requestId }: HandlerRequest<typeof inquiryEndpoints.closeInquiry>,
): Promise<AdminInquiryView> {
  await db
    .updateTable('app.inquiries')
    .set({
      status: 'inactive',
      closed_at: new Date(),
      closed_by: caller.memberId,
      closing_request_id: requestId,
    })
    .where('id', '=', params.id)
    .where('status', '!=', 'inactive')
    .execute();
  const inquiry = await inquiryById(db, params.id);
  if (inquiry === undefined) throw failure('INQUIRY_NOT_FOUND');
  return inquiry;
}
