import type { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';

/** Removes the caller's own inquiry while it is pending. Somebody else's is not there for them. */
export async function deleteInquiry(
  db: Database,
  { params, caller }: HandlerRequest<typeof inquiryEndpoints.deleteInquiry>,
): Promise<void> {
  const removed = await db
    .deleteFrom('app.inquiries')
    .where('id', '=', params.id)
    .where('member_id', '=', caller.memberId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (removed !== undefined) return;
  const own = await db
    .selectFrom('app.inquiries')
    .select('id')
    .where('id', '=', params.id)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirst();
  throw failure(own === undefined ? 'INQUIRY_NOT_FOUND' : 'INQUIRY_NOT_PENDING');
}
