import type { Logger } from 'pino';
import type { Notifier } from '../../conversation/notifications/notifier.ts';
import { storeReadLimitNotification } from '../../conversation/notifications/store-notifications.ts';
import type { Database } from '../../platform/database/tables.ts';
import { loggable } from '../../platform/http/error-answer.ts';
import type { Caller } from '../../platform/http/handler.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';

export interface PersonalReadings {
  readonly db: Database;
  readonly limits: RateLimits;
  readonly notifier: Pick<Notifier, 'notify'>;
  readonly logger: Logger;
}

const hourMs = 3_600_000;

/**
 * Counts what staff read of members' personal data. Beyond the limit the other admins are notified, once an hour, and the
 * log says so.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS
 */
export async function countReading(
  { db, limits, notifier, logger }: PersonalReadings,
  what: 'idImagesOf' | 'personalExportsOf',
  { caller: { memberId }, requestId }: { readonly caller: Caller; readonly requestId: string },
): Promise<void> {
  await limits[what].take(memberId).catch(async (refusal: unknown) => {
    logger.warn({ memberId, requestId, what }, 'a member of staff reads more personal data than the limit');
    const hour = Math.floor(Date.now() / hourMs);
    await storeReadLimitNotification(db, { memberId, what, hour }).then(
      (notices) => notifier.notify(notices),
      (error: unknown) =>
        logger.error({ error: loggable(error), requestId }, 'the admins were not notified of the limit'),
    );
    throw refusal;
  });
}
