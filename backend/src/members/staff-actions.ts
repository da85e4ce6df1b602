import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../database/tables.ts';
import type { StaffActionsTable } from './tables.ts';

export interface StaffAction {
  readonly actorId: MemberId;
  readonly action: StaffActionsTable['action'];
  readonly subjectId: MemberId;
  readonly requestId: string;
  /** Names of the fields that were changed. */
  readonly fields?: readonly string[];
}

/** Who did what to whom, when and from which request, for what staff do that is no event of the ledger. */
export async function recordStaffAction(db: Database, action: StaffAction): Promise<void> {
  await db
    .insertInto('app.staff_actions')
    .values({
      actor_id: action.actorId,
      action: action.action,
      subject_id: action.subjectId,
      request_id: action.requestId,
      details: JSON.stringify(action.fields === undefined ? {} : { fields: action.fields }),
    })
    .execute();
}
