import type { MemberId } from '@matgyo/contracts/ids';
import { payoutConsent } from '@matgyo/ledger/approval/payout-consent';
import type { Notifier } from '../../conversation/notifications/notifier.ts';
import { storeHoldEndNotification } from '../../conversation/notifications/store-notifications.ts';
import type { Ledger } from '../../trading/commands/execute-on-stream.ts';
import { type KnownAdmins, otherAdmins } from './other-admins.ts';
import type { PayoutChanges } from './payout-changes.ts';

interface HoldDependencies extends KnownAdmins {
  readonly payoutChanges: Pick<PayoutChanges, 'byStaff'>;
  readonly ledger: Pick<Ledger, 'log'>;
  readonly notifier: Pick<Notifier, 'notify'>;
}

/** Notifies the admins of each payout change by staff that can be approved now: once per change, however often it runs. */
export async function notifyOfEndedHolds({ notifier, ...deps }: HoldDependencies): Promise<void> {
  const ended = (await deps.payoutChanges.byStaff()).filter(({ isHeld }) => !isHeld);
  if (ended.length === 0) return;
  const admins: MemberId[] = [];
  for await (const { memberId } of otherAdmins(deps, deps.ledger.log, '')) admins.push(memberId);
  for (const { id: changeId, ...change } of ended) {
    const approvers = admins.filter((admin) => payoutConsent(admin, change, admins.length === 1) !== null);
    if (approvers.length === 0) continue;
    const { changedBy } = change;
    const approvesOwn = approvers.includes(changedBy);
    notifier.notify(
      await storeHoldEndNotification(deps.db, { changeId, changedBy: approvesOwn ? null : changedBy }),
    );
  }
}
