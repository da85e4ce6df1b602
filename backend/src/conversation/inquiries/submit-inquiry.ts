import type { AdminInquiryView, inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import { newLedgerId } from '@matgyo/contracts/ids';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { storeNotifications } from '../notifications/store-notifications.ts';
import { inquiryById, inquiryRows, inquiryViews } from './inquiry-view.ts';
import type { InquiryDependencies } from './routes.ts';

type Request = HandlerRequest<typeof inquiryEndpoints.submitInquiry>;

/** Stores an inquiry and notifies the admins. A repeated client id returns the stored inquiry. */
export async function submitInquiry(deps: InquiryDependencies, request: Request): Promise<AdminInquiryView> {
  const earlier = await findEarlier(deps, request);
  if (earlier !== undefined) return earlier;
  const { limits, notifier } = deps;
  const { caller } = request;
  await limits.inquiriesOf.take(caller.memberId);
  const inserted = await insertInquiry(deps, request);
  if (inserted !== undefined) {
    notifier.notify(inserted.notificationIds);
    return inquiryById(deps.db, inserted.inquiryId);
  }
  const concurrent = await findEarlier(deps, request);
  // Deleted while this request ran.
  if (concurrent === undefined) throw failure('INQUIRY_NOT_FOUND');
  return concurrent;
}

/** Returns the ids of the notifications to push; undefined when the client id is stored already. */
const insertInquiry = ({ db, sealedRows }: InquiryDependencies, { caller: { memberId }, body }: Request) =>
  db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('app.inquiries')
      .values({
        id: newLedgerId(Date.now()),
        member_id: memberId,
        title: body.title,
        description: body.description,
        client_id: body.clientId ?? null,
      })
      .onConflict((conflict) => conflict.constraint('one_inquiry_for_a_client_id').doNothing())
      .returning('id as inquiryId')
      .executeTakeFirst();
    if (inserted === undefined) return undefined;
    const { inquiryId } = inserted;
    const notificationIds = await storeNotifications(transaction, `inquiry ${inquiryId}`, {
      topic: 'inquiry',
      code: 'INQUIRY_SUBMITTED',
      subject_id: memberId,
      inquiry_id: inquiryId,
    });
    await sealedRows.enter(transaction, { 'app.inquiries': [inquiryId] });
    return { inquiryId, notificationIds };
  });

/** @throws RequestFailure IDEMPOTENCY_KEY_REUSED when the client id belongs to a different inquiry. */
async function findEarlier({ db }: InquiryDependencies, { caller, body }: Request) {
  if (body.clientId === undefined) return undefined;
  const row = await inquiryRows(db)
    .where('inquiry.member_id', '=', caller.memberId)
    .where('inquiry.client_id', '=', body.clientId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.title !== body.title || row.description !== body.description)
    throw failure('IDEMPOTENCY_KEY_REUSED', { fields: { clientId: 'names another inquiry' } });
  return (await inquiryViews(db, [row]))[0];
}
