/**
 * SQL for who made a change of payout data, `change`, or one that it replaced, values of which it may keep: those from the
 * last change on that something else ended than the next one. None of them may approve it.
 */
export const payoutMakersSql = `array(
  select made.changed_by from app.payout_changes made
  where made.member_id = change.member_id and made.id <= change.id and made.id > coalesce((
    select max(ended.id) from app.payout_changes ended
    where ended.member_id = change.member_id and ended.id < change.id and ended.outcome is distinct from 'replaced'), 0))`;
