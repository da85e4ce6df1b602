import { type Account, revokeRole } from '@matgyo/ledger/account/account';
import { uuidV5 } from '../../platform/commands/event-ids.ts';
import { executeOnStream, type Ledger, systemCommand } from '../../platform/commands/execute-on-stream.ts';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { asOneAppend } from '../../platform/commands/one-append.ts';
import { RecentStreams } from '../../platform/commands/recent-streams.ts';
import { type LedgerLog, loadStream } from '../../platform/commands/stream-history.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import { noteLedgerAction, recordLedgerAction } from '../../proof/audit/ledger-actions.ts';
import type { IdentityParts } from '../parts.ts';
import { memberByNickname } from './member-query.ts';
import { isLastAdmin, type KnownAdmins, withAdminsLocked } from './other-admins.ts';
import { adminRetiredText, notifyPhone, type PhoneNotifyDependencies } from './phone-changes.ts';

const retirements = '6c1f0d1e-2a55-5b8f-9d0b-3f8e1c7a4b52';

export type RetireAdminDependencies = PhoneNotifyDependencies & KnownAdmins & Pick<IdentityParts, 'ledger'>;

/**
 * Revokes the role of the configured admin, who can no longer agree to it: with two admins there is no other way. It is
 * the operator's action, is recorded in the audit log, and is reported by text message. Runs once per setting
 * (`nickname`, `nickname:again`, ...): a setting that stays has no effect on a member who has become an admin again.
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
  const account = ofMember(member.id);
  const { events: known } = await loadStream(ledger.log, account);
  if (known.some(({ metadata }) => metadata.commandId === commandId)) return 'retired before';
  const command = systemCommand('operator', { commandId, at: isoOf(ledger.timing.now()) });
  // A program has no request: the command's id takes its place.
  const ledgerAction = {
    action: 'member-edited',
    command,
    stream: account.stream,
    actor: null,
    requestId: commandId,
  } as const;
  await noteLedgerAction(db, ledgerAction);
  const events = await withAdminsLocked(deps, async (locked) => {
    const work = async (on: Ledger<LedgerLog>) => {
      if (await isLastAdmin(locked, on, member.id)) return undefined;
      const decide = (account: Account) => revokeRole(account, 'admin', { isLastAdmin: false });
      return (await executeOnStream({ ledger: on, ...account, command, decide })).events;
    };
    if (ledger.log.appendScope === 'stream') return work(ledger);
    // Approvals take no lock there; a draft is appended only if no stream it read, such as the other admin's, has
    // changed.
    const once = { recent: new RecentStreams(), newStreams: [], sqlStatements: () => [] };
    return (await asOneAppend({ ledger, work, ...once })).result;
  });
  if (events === undefined) return 'last';
  if (events.length === 0) return 'no admin';
  if (!(await recordLedgerAction(db, ledgerAction, events))) return 'retired before';
  notifyPhone(deps, member.phone, adminRetiredText);
  return 'retired';
}
