import { randomUUID } from 'node:crypto';
import { memberStream } from '@matgyo/contracts/streams';
import { accountDecider, revokeRole } from '@matgyo/ledger/account/account';
import type { Database } from '../../platform/database/tables.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { commandEventId } from '../../trading/commands/event-ids.ts';
import { executeOnStream, type Ledger } from '../../trading/commands/execute-on-stream.ts';
import { isoOf } from '../../trading/commands/timing.ts';
import { memberByNickname } from './member-query.ts';
import { isLastAdmin } from './other-admins.ts';
import { adminRetiredText, type TellingPhones, tellPhone } from './phone-changes.ts';

export interface RetireAdminDependencies extends TellingPhones {
  readonly db: Database;
  readonly ledger: Ledger;
}

/**
 * Takes the role from an admin who cannot agree to it any more, for whom the configuration names: where there are two
 * admins, no other way leads out. It is the operator's act, stands in the audit log, and a message goes to the phone on
 * file. Run again it does nothing.
 *
 * `last`: there would be no admin left.
 */
export async function retireAdmin(
  deps: RetireAdminDependencies,
  nickname: string,
): Promise<'retired' | 'no admin' | 'last'> {
  const { db, ledger } = deps;
  const member = await memberByNickname(db, nickname);
  if (member === undefined || !member.admin) return 'no admin';
  if (await isLastAdmin(db, ledger, member.id)) return 'last';
  const commandId = randomUUID();
  const stream = memberStream(member.id);
  // Before: it cannot be missing.
  await recordAudit(db, {
    ...{ action: 'member-edited', actor: null, subjectId: member.id, requestId: null },
    details: { fields: ['admin'], events: [commandEventId(commandId, stream, 0)] },
  });
  const { events } = await executeOnStream({
    ...{ ledger, stream, decider: accountDecider },
    command: {
      ...{ commandId, correlationId: commandId, causationId: commandId },
      ...{ actorId: 'operator', actorRole: 'system', at: isoOf(ledger.timing.now()) },
    },
    decide: (account) => revokeRole(account, 'admin', { isLastAdmin: false }),
  });
  if (events.length === 0) return 'no admin';
  tellPhone(deps, member.phone, adminRetiredText);
  return 'retired';
}
