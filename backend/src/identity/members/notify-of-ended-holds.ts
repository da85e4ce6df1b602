import type { MemberId } from '@matgyo/contracts/ids';
import { payoutConsent } from '@matgyo/ledger/approval/payout-consent';
import { storeNotifications } from '../../conversation/notifications/store-notifications.ts';
import type { IdentityParts } from '../parts.ts';
import { type KnownAdmins, otherAdmins } from './other-admins.ts';

type HoldDependencies = KnownAdmins & Pick<IdentityParts, 'payoutChanges' | 'log' | 'notifier'>;

/** Notifies the admins of each payout change by staff that can be approved now: once per change, however often it runs. */
export async function notifyOfEndedHolds({ notifier, ...deps }: HoldDependencies): Promise<void> {
  const ended = (await deps.payoutChanges.byStaff()).filter(({ isHeld }) => !isHeld);
  if (ended.length === 0) return;
  const admins: MemberId[] = [];
  for await (const { memberId } of otherAdmins(deps, deps.log, '')) admins.push(memberId);
  for (const { id: changeId, ...change } of ended) {
    const approvers = admins.filter((admin) => payoutConsent(admin, change, admins.length === 1) !== null);
    if (approvers.length === 0) continue;
    const { changedBy } = change;
    // Without who made the change, unless they can approve it, too.
    const subject_id = approvers.includes(changedBy) ? null : changedBy;
    const approvable = { topic: 'registration', code: 'PAYOUT_APPROVABLE', subject_id } as const;
    notifier.notify(
      await storeNotifications(deps.db, `end of the hold of payout change ${changeId}`, approvable),
    );
  }
}
