import { memberStream } from '@matgyo/contracts/streams';
import { accountDecider, revokeRole } from '@matgyo/ledger/account/account';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { commandEventId, uuidV5 } from '../../trading/commands/event-ids.ts';
import { executeOnStream, systemCommand } from '../../trading/commands/execute-on-stream.ts';
import { loadStream } from '../../trading/commands/stream-history.ts';
import { isoOf } from '../../trading/commands/timing.ts';
import type { IdentityParts } from '../parts.ts';
import { memberByNickname } from './member-query.ts';
import { isLastAdmin, type KnownAdmins } from './other-admins.ts';
import { adminRetiredText, notifyPhone, type PhoneNotifyDependencies } from './phone-changes.ts';

const retirements = '6c1f0d1e-2a55-5b8f-9d0b-3f8e1c7a4b52';

export type RetireAdminDependencies = PhoneNotifyDependencies & KnownAdmins & Pick<IdentityParts, 'ledger'>;

/**
 * Revokes the role of the configured admin, who can no longer agree to it: with two admins there is no other way. It is the
 * operator's action, is recorded in the audit log, and is reported by text message. Runs once per setting (`nickname`,
 * `nickname:again`, ...): a setting that stays has no effect on a member who has become an admin again.
 *
 * `last`: there would be no admin left.
 */
export async function retireAdmin(
  deps: RetireAdminDependencies,
  setting: string,
): Promise<'retired' | 'no admin' | 'last' | 'retired before'> {
  const { db, ledger } = deps;
  const [nickname = '', again] = setting.split(':');
  const member = await memberByNickname(db, nickname);
  if (member === undefined || !member.admin) return 'no admin';
  const commandId = uuidV5(retirements, again === undefined ? member.id : `${member.id} ${again}`);
  const stream = memberStream(member.id);
  const { events: known } = await loadStream(ledger.log, stream, accountDecider);
  if (known.some(({ metadata }) => metadata.commandId === commandId)) return 'retired before';
  if (await isLastAdmin(deps, ledger, member.id)) return 'last';
  // Before: it cannot be missing.
  await recordAudit(db, {
    ...{ action: 'member-edited', actor: null, subjectId: member.id, requestId: null },
    details: { fields: ['admin'], events: [commandEventId(commandId, stream, 0)] },
  });
  const { events } = await executeOnStream({
    ...{ ledger, stream, decider: accountDecider },
    command: systemCommand('operator', { commandId, at: isoOf(ledger.timing.now()) }),
    decide: (account) => revokeRole(account, 'admin', { isLastAdmin: false }),
  });
  if (events.length === 0) return 'no admin';
  notifyPhone(deps, member.phone, adminRetiredText);
  return 'retired';
}
