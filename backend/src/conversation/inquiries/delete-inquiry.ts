import type { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { InquiryDependencies } from './routes.ts';

/** Deletes the caller's own inquiry while it is pending. Another member's is answered as missing. */
export async function deleteInquiry(
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
