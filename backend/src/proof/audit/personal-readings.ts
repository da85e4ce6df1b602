import type { Notifier } from '../../conversation/notifications/notifier.ts';
import { storeNotifications } from '../../conversation/notifications/store-notifications.ts';
import { loggable } from '../../platform/http/error-answer.ts';
import type { Caller } from '../../platform/http/handler.ts';
import type { Shared } from '../../shared.ts';

export interface PersonalReadings extends Pick<Shared, 'db' | 'limits' | 'logger'> {
  readonly notifier: Pick<Notifier, 'notify'>;
}

type By = { readonly caller: Pick<Caller, 'memberId'>; readonly requestId: string };

/**
 * Counts what staff read of members' personal data. Beyond the limit the other admins are notified, once an hour, and
 * the log says so.
 */
export async function countReading(
  deps: PersonalReadings,
  what: 'idImagesOf' | 'personalExportsOf',
  by: By,
): Promise<void> {
  await deps.limits[what]
    .take(by.caller.memberId)
    .catch((refusal: unknown) => report(deps, what, by, refusal));
}

/** The same for lists: counts different rows, so that refreshing a page and going back do not count. */
export async function countShown(
  deps: PersonalReadings,
  what: 'membersShownTo' | 'partiesShownTo' | 'auditEntriesShownTo',
  by: By,
  rows: readonly string[],
): Promise<void> {
  try {
    deps.limits[what].take(by.caller.memberId, rows);
  } catch (refusal) {
    await report(deps, what, by, refusal);
  }
}

async function report(
  { db, notifier, logger }: PersonalReadings,
  what: string,
  { caller: { memberId }, requestId }: By,
  refusal: unknown,
): Promise<never> {
  logger.warn({ memberId, requestId, what }, 'a member of staff reads more personal data than the limit');
  const hour = Math.floor(Date.now() / 3_600_000);
  const reached = { topic: 'registration', code: 'READ_LIMIT_REACHED', subject_id: memberId } as const;
  await storeNotifications(db, `${what} of ${memberId} in hour ${hour}`, reached).then(
    (notices) => notifier.notify(notices),
    (error: unknown) =>
      logger.error({ error: loggable(error), requestId }, 'the admins were not notified of the limit'),
  );
  throw refusal;
}
