import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import type { MemberId } from '@matgyo/contracts/ids';
import { isStaff } from '@matgyo/contracts/roles';
import { memberStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { Account } from '@matgyo/ledger/account/account';
import type { Command } from '../../platform/commands/execute-on-stream.ts';
import { lockUntilEnd } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import {
  changedField,
  claimLedgerAction,
  type LedgerAction,
  noteLedgerAction,
} from '../../proof/audit/ledger-actions.ts';
import { areMatched } from '../../trading/orders/order-matches.ts';
import type { IdentityParts } from '../parts.ts';
import { lockOwnSession } from '../sessions/lock-sessions.ts';
import { decideEdit } from './decide-edit.ts';
import { appendChanges, endsSessions, touchesAccount } from './edit-account.ts';
import { keepPayout, trustedBefore } from './edit-payout.ts';
import {
  changeRow,
  type MemberEdit,
  type RowChanges,
  refuseIfPhoneTaken,
  refuseReadOnly,
  rowChanges,
  setsPayout,
} from './edit-row.ts';
import { mayChangePhone, mayEdit } from './member-policy.ts';
import {
  asKnownCode,
  type MemberNow,
  type MemberRow,
  memberById,
  memberByNickname,
  memberNow,
  memberRevision,
} from './member-query.ts';
import { isLastAdmin } from './other-admins.ts';
import { notifyPhone, phoneChangedText } from './phone-changes.ts';

type EditRequest = HandlerRequest<(typeof memberEndpoints)['editMember']>;

/**
 * Carries an edit out: validates everything, appends the events, then writes the row. All parts set values, so a repeat
 * completes what a crash left undone.
 *
 * Edits of one member run one after the other, in all processes, so that the state compared with `expectedRevision` is
 * the state that is changed.
 *
 * @throws RequestFailure MEMBER_NOT_FOUND, MEMBER_FIELD_READ_ONLY, MEMBER_CHANGED, FORBIDDEN, REFERRAL_CODE_OWN,
 * ADMIN_PHONE_OWN, COUNTERPART_OWN, CONFIRM_ALONE, PHONE_*; LedgerRefusal LAST_ADMIN, APPROVAL_NEEDED
 */
export async function editMember(deps: IdentityParts, request: EditRequest, command: Command) {
  const found = await memberByNickname(deps.db, request.params.nickname);
  if (found === undefined) throw failure('MEMBER_NOT_FOUND');
  const ledgerAction = editAction({ request, command }, found.id);
  // Before the transaction, so that no request holds two connections at once.
  if (touchesAccount(request.body)) await noteLedgerAction(deps.db, ledgerAction);
  const edited = await deps.db.transaction().execute(async (trx) => {
    await lockEdits(trx, found.id);
    const now = await memberNow(trx, deps.ledger, found.id);
    if (now === undefined) throw failure('MEMBER_NOT_FOUND');
    return editUnderLock({ ...deps, db: trx }, { request, command }, now);
  });
  // After the commit: a read before it would cache the earlier state.
  if (edited.endsSessions) deps.sessions.forget(found.id);
  // The read model announces the events only, and so soon that the row may still be as before.
  if (!edited.changesNothing) {
    deps.push.toMember(found.id, 'changed', { keys: [`member:${found.id}`] });
    deps.push.toStaff('changed', { keys: [`account:${found.id}`] });
  }
  if (edited.phoneIsNew) notifyPhone(deps, found.phone, phoneChangedText);
  const { payout } = edited;
  if (payout !== undefined) {
    const phones = new Set([found.phone, (await deps.trustedPhones.of(found.id)) ?? null]);
    for (const phone of phones) notifyPhone(deps, phone, payout.text);
    deps.notifier.notify(payout.notices);
  }
  return { memberId: found.id, events: edited.events, changesNothing: edited.changesNothing };
}

interface EditCall {
  readonly request: EditRequest;
  readonly command: Command;
}

const editAction = ({ request, command }: EditCall, memberId: MemberId): LedgerAction => ({
  action: 'member-edited',
  command,
  stream: memberStream(memberId),
  actor: request.caller,
  requestId: request.requestId,
});

async function editUnderLock(deps: IdentityParts, sent: EditCall, now: MemberNow) {
  const { caller } = sent.request;
  const body = await withKnownCode(deps.db, now.row, sent.request.body);
  const call = { ...sent, request: { ...sent.request, body } };
  if (!mayEdit(caller, now.row, body)) throw failure('FORBIDDEN');
  // A counterpart who is deactivated, or has lost their phone, could not open a dispute with the editor.
  if (await areMatched(deps.db, caller.memberId, now.row.id)) throw failure('COUNTERPART_OWN');
  refuseReadOnly(now.row, body);
  await refuseOwnCode(deps, caller, now.row, body);
  const changes = rowChanges(now.row, body, deps.config.phoneCountries);
  if (typeof changes.phone === 'string') await refuseIfPhoneTaken(deps.db, changes.phone);
  refuseUnlessSeen(call, now, changes);
  if ('phone' in changes && !mayChangePhone(caller, now.account.state)) throw failure('ADMIN_PHONE_OWN');
  // Before the append, which cannot be undone.
  const openSessions = await lockOwnSession(deps.db, caller, now.row.id);
  const { events, state } = touchesAccount(body)
    ? await appendChanges(deps, { body, command: call.command }, now.row)
    : { events: [], state: now.account.state };
  const ownSessions = openSessions.filter(({ member_id }) => member_id === now.row.id);
  const endsAll =
    events.some(endsSessions) || [now.account.state, state].some((at) => hasOutdated(ownSessions, at));
  if (endsAll) await deps.sessions.revokeAllOf(deps.db, now.row.id);
  const phoneIsNew = 'phone' in changes;
  const before = await trustedBefore(deps, now.row, changes);
  await changeRow(deps.db, now.row.id, changes);
  if (phoneIsNew)
    await deps.trustedPhones.holdRecovery(deps.db, {
      memberId: now.row.id,
      changedBy: caller.memberId,
      before: before.phone,
    });
  // Ends other sessions, which may be a thief's, when the owner takes the number back.
  if (phoneIsNew && caller.memberId === now.row.id)
    await deps.sessions.revokeAllOf(deps.db, now.row.id, caller.sessionId);
  const payout = await keepPayout(deps, caller, { target: now.row, changes, before: before.payout });
  // Last, because other entries of the audit log wait from here on.
  await recordEdit(deps.db, editAction(call, now.row.id), now.row.id, { changes, events });
  if (Object.keys(changes).length > 0)
    await deps.sealedRows.enter(deps.db, {
      'app.members': [now.row.id],
      'app.phone_changes_by_staff': phoneIsNew ? [now.row.id] : [],
      'app.payout_changes': payout?.changeIds ?? [],
    });
  const changesNothing = events.length === 0 && Object.keys(changes).length === 0;
  return { events, endsSessions: phoneIsNew || endsAll, phoneIsNew, payout, changesNothing };
}

/** A code that the member has already stays as it is. */
async function withKnownCode(db: Database, target: MemberRow, body: MemberEdit): Promise<MemberEdit> {
  const { referralCode } = body;
  if (referralCode === undefined || referralCode === target.referral_code) return body;
  return { ...body, referralCode: await asKnownCode(db, referralCode) };
}

/**
 * Whether open sessions have another status or other roles than the account. A crash after an append leaves such
 * sessions, which would become valid again if the account were changed back: the next edit, or the repeat, ends them.
 */
function hasOutdated(open: Awaited<ReturnType<typeof lockOwnSession>>, state: Account): boolean {
  const roles = state.status === 'none' ? [] : state.roles;
  return open.some(
    (session) =>
      (session.status === 'active' && state.status !== 'active') ||
      session.admin !== roles.includes('admin') ||
      session.manager !== roles.includes('manager'),
  );
}

/** Edits of one member wait for each other, in all processes, until the transaction ends. */
export const lockEdits = (trx: Database, memberId: MemberId): Promise<unknown> =>
  lockUntilEnd(trx, `edits of ${memberId}`);

/**
 * Runs before the command begins, because a refusal for a missing step-up must not be stored as its reply. Values that
 * clients send unchanged require no step-up. Returns the member if the edit sends text messages, which are limited.
 */
export async function refuseEditWithoutStepUp(
  { db, config, requireStepUp }: IdentityParts,
  { caller, params, body }: EditRequest,
): Promise<MemberId | undefined> {
  const target = await memberByNickname(db, params.nickname);
  if (target === undefined) return undefined;
  // Otherwise the step-up would show a manager whether a value is that of an admin, whom they do not see.
  if (!mayEdit(caller, target, body)) throw failure('FORBIDDEN');
  const changes = rowChanges(target, body, config.phoneCountries);
  const phoneIsNew = 'phone' in changes;
  const isGuarded = phoneIsNew || setsPayout(changes);
  const isNew = <T>(to: T | undefined, from: T): boolean => to !== undefined && to !== from;
  const givesMuch =
    isGuarded ||
    isNew(body.admin, target.admin) ||
    isNew(body.manager, target.manager) ||
    // The member's fees count for it.
    isNew(body.referralCode, target.referral_code) ||
    // Roles are in force while their holder is active.
    (isStaff(target) && isNew(body.status, target.status));
  if (givesMuch) await requireStepUp(caller, { sinceSignIn: phoneIsNew && caller.memberId === target.id });
  return isGuarded ? target.id : undefined;
}

/** Fees count for the referral code, so staff may set their own code for a member only if there is no other admin. */
async function refuseOwnCode(deps: IdentityParts, caller: Caller, target: MemberRow, edit: MemberEdit) {
  const code = edit.referralCode;
  if (code === undefined || code === target.referral_code) return;
  const own = await memberById(deps.db, caller.memberId);
  if (own?.invite_code !== code) return;
  if (!(await isLastAdmin(deps, deps.ledger, caller.memberId))) throw failure('REFERRAL_CODE_OWN');
}

/**
 * Refuses to change a member who has changed since the caller saw them. Changes that this command itself made before a
 * crash do not count, and a value that is already as requested needs no permission.
 */
function refuseUnlessSeen({ request, command }: EditCall, now: MemberNow, changes: RowChanges): void {
  const { expectedRevision } = request.body;
  if (expectedRevision === undefined || expectedRevision === memberRevision(now.row)) return;
  const { events, state } = now.account;
  if (events.some(({ metadata }) => metadata.commandId === command.commandId)) return;
  const decided = decideEdit(state, request.body, { isLastAdmin: false });
  const isSoAlready = Object.keys(changes).length === 0 && !('unapproved' in decided) && decided.length === 0;
  if (!isSoAlready) throw failure('MEMBER_CHANGED');
}

async function recordEdit(
  db: Database,
  ledgerAction: LedgerAction,
  memberId: MemberId,
  { changes, events }: { readonly changes: RowChanges; readonly events: readonly RecordedEvent[] },
): Promise<void> {
  // A repeat may find events that have their entry already.
  const entered = events.length > 0 && (await claimLedgerAction(db, ledgerAction)) ? events : [];
  const fields = [...Object.keys(changes), ...entered.map(changedField)];
  if (fields.length === 0) return;
  await recordAudit(db, {
    action: ledgerAction.action,
    actor: ledgerAction.actor,
    subjectId: memberId,
    requestId: ledgerAction.requestId,
    details: { fields, ...(entered.length > 0 && { events: entered.map(({ id }) => id) }) },
  });
}
