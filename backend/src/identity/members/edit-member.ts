import { noSecondAdmin } from '@matgyo/contracts/approvals';
import { isConfirmed } from '@matgyo/contracts/confirm-alone';
import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import type { MemberEvent } from '@matgyo/contracts/events/member-events';
import type { MemberId } from '@matgyo/contracts/ids';
import { isStaff } from '@matgyo/contracts/roles';
import { memberStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { type Account, accountDecider, changesPower, markPowers } from '@matgyo/ledger/account/account';
import { refuse } from '@matgyo/ledger/refusal';
import { sql } from 'kysely';
import type { Notifier } from '../../conversation/notifications/notifier.ts';
import {
  storePayoutChangeNotification,
  storePayoutEndNotification,
} from '../../conversation/notifications/store-notifications.ts';
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
import type { RowCheck } from '../../proof/sealed-rows/row-check.ts';
import type { SealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import {
  type Command,
  type Executed,
  executeOnStream,
  type Ledger,
} from '../../trading/commands/execute-on-stream.ts';
import { isoOf } from '../../trading/commands/timing.ts';
import { lockedSessionsOf, refuseIfEnded } from '../sessions/lock-sessions.ts';
import type { Sessions } from '../sessions/session-store.ts';
import type { RequireProof } from '../sessions/step-up.ts';
import { decideEdit } from './decide-edit.ts';
import { type MemberNow, memberNow } from './member-now.ts';
import { mayChangePhone, mayEdit } from './member-policy.ts';
import { type MemberRow, memberById, memberByNickname } from './member-query.ts';
import { memberRevision } from './member-revision.ts';
import { isLastAdmin, type KnownAdmins } from './other-admins.ts';
import { type Payout, type PayoutChanges, payoutOf, unreadablePayout } from './payout-changes.ts';
import { maskedPayout, payoutChangedText, payoutRejectedText } from './payout-texts.ts';
import { normalisedPhone } from './phone.ts';
import {
  notifyPhone,
  type PhoneNotifyDependencies,
  phoneChangedText,
  type TrustedPhones,
} from './phone-changes.ts';
import { asTaken } from './sign-up.ts';

export interface EditDependencies extends PhoneNotifyDependencies, KnownAdmins {
  readonly ledger: Ledger;
  readonly sessions: Sessions;
  readonly phoneCountries: readonly [string, ...string[]];
  readonly requireProof: RequireProof;
  readonly payoutChanges: PayoutChanges;
  readonly trustedPhones: TrustedPhones;
  readonly sealedRows: SealedRows;
  readonly rowCheck: RowCheck;
  readonly notifier: Pick<Notifier, 'notify'>;
}

type EditRequest = HandlerRequest<(typeof memberEndpoints)['editMember']>;
type Edit = EditRequest['body'];

/** Shorter than the transaction that holds the lock may last. */
const deadlineMs = 3_000;

interface Edited {
  readonly memberId: MemberId;
  readonly events: readonly RecordedEvent[];
}

/**
 * Carries an edit out: validates everything, appends the events, then writes the row. All parts set values, so a repeat
 * completes what a crash left undone.
 *
 * Edits of one member run one after the other, in all processes, so that the state compared with `expectedRevision` is the
 * state that is changed. The lock is an advisory one: readers of the log wait for transactions that have locked rows, and
 * this one locks rows only after the events have been appended.
 *
 * @throws RequestFailure MEMBER_NOT_FOUND, MEMBER_CHANGED, FORBIDDEN, REFERRAL_CODE_OWN, ADMIN_PHONE_OWN, CONFIRM_ALONE, PHONE_*; LedgerRefusal LAST_ADMIN,
 * APPROVAL_NEEDED
 */
export async function editMember(
  deps: EditDependencies,
  request: EditRequest,
  command: Command,
): Promise<Edited> {
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
  if (edited.phoneIsNew) notifyPhone(deps, found.phone, phoneChangedText);
  const { payout } = edited;
  if (payout !== undefined) {
    const phones = new Set([found.phone, (await deps.trustedPhones.of(found.id)) ?? null]);
    for (const phone of phones) notifyPhone(deps, phone, payout.text);
    deps.notifier.notify(payout.notices);
  }
  return { memberId: found.id, events: edited.events };
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

async function editUnderLock(deps: EditDependencies, call: EditCall, now: MemberNow) {
  const { caller, body } = call.request;
  if (!mayEdit(caller, now.row, body)) throw failure('FORBIDDEN');
  await refuseOwnCode(deps, caller, now.row, body);
  const changes = await rowChanges(deps, now.row, body);
  refuseUnlessSeen(call, now, changes);
  if ('phone' in changes && !mayChangePhone(caller, now.account.state)) throw failure('ADMIN_PHONE_OWN');
  await refuseIfEnded(deps.db, caller);
  const { events, state } = touchesAccount(body)
    ? await appendChanges(deps, { body, command: call.command }, now.row)
    : { events: [], state: now.account.state };
  const endsAll = await lockSessions(deps.db, caller, now.row.id, { events, state });
  if (endsAll) await deps.sessions.revokeAllOf(now.row.id, { within: deps.db });
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
    await deps.sessions.revokeAllOf(now.row.id, { except: caller.sessionId, within: deps.db });
  const payout = await keepPayout(deps, caller, { target: now.row, changes, before: before.payout });
  // Last, because other entries of the audit log wait from here on.
  await recordEdit(deps.db, editAction(call, now.row.id), now.row.id, { changes, events });
  if (Object.keys(changes).length > 0)
    await deps.sealedRows.enter(deps.db, {
      'app.members': [now.row.id],
      'app.phone_changes_by_staff': phoneIsNew ? [now.row.id] : [],
      'app.payout_changes': payout?.changeIds ?? [],
    });
  return {
    events,
    endsSessions: phoneIsNew || endsAll,
    phoneIsNew,
    payout,
  };
}

/**
 * Locks the sessions of the caller and of the edited member. Returns whether the member's sessions have to end. A crash
 * after the append leaves sessions that would become valid again if the account were changed back: a repeat, which appends
 * nothing, ends them.
 *
 * Called after the append, because readers of the log wait for a transaction that has locked rows. Once events are
 * appended the edit is completed, even if the caller's session has ended since.
 *
 * @throws RequestFailure INVALID_TOKEN
 */
async function lockSessions(
  trx: Database,
  caller: Caller,
  memberId: MemberId,
  { events, state }: Appended,
): Promise<boolean> {
  const locked = await lockedSessionsOf(trx, ...new Set([caller.memberId, memberId]))
    .select(['member_id', 'status', 'admin', 'manager'])
    .execute();
  if (events.length === 0) await refuseIfEnded(trx, caller);
  const roles = state.status === 'none' ? [] : state.roles;
  const isOutdated = (session: (typeof locked)[number]): boolean =>
    session.member_id === memberId &&
    ((session.status === 'active' && state.status !== 'active') ||
      session.admin !== roles.includes('admin') ||
      session.manager !== roles.includes('manager'));
  return events.some(endsSessions) || locked.some(isOutdated);
}

/** Edits of one member wait for each other, in all processes, until the transaction ends. */
export async function lockEdits(trx: Database, memberId: MemberId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`edits of ${memberId}`}, 0))`.execute(trx);
}

interface PayoutEdit {
  readonly changeIds: readonly string[];
  /** To push. */
  readonly notices: readonly string[];
  /** For the member's phone. */
  readonly text: string;
}

interface TargetChanges {
  readonly target: MemberRow;
  readonly changes: RowChanges;
  /** Undefined: the data was changed by SQL. */
  readonly before: Payout | undefined;
}

const setsPayout = (changes: RowChanges): boolean =>
  ['bank_name', 'bank_account', 'tether_address'].some((field) => field in changes);

/** What an edit replaces and may have to be used on: not if it was changed by SQL, since the edit enters the row as it is. */
async function trustedBefore(
  { db, rowCheck }: EditDependencies,
  { id, phone }: MemberRow,
  changes: RowChanges,
): Promise<{ readonly phone: string | null; readonly payout: Payout | undefined }> {
  const ofPhone = 'phone' in changes ? await rowCheck.memberIfWhole(db, id, 'phone') : undefined;
  const ofPayout = setsPayout(changes) ? await rowCheck.memberIfWhole(db, id, 'payout') : undefined;
  return {
    phone: ofPhone?.phone === phone ? phone : null,
    payout:
      ofPayout &&
      payoutOf({
        bank_name: String(ofPayout.bank_name),
        bank_account: String(ofPayout.bank_account),
        tether_address: String(ofPayout.tether_address),
      }),
  };
}

/** The old value stays in use (`PayoutChanges`), and the member is notified. */
async function keepPayout(
  { db, payoutChanges }: EditDependencies,
  caller: Caller,
  { target, changes, before: trusted }: TargetChanges,
): Promise<PayoutEdit | undefined> {
  if (!setsPayout(changes)) return undefined;
  const [before, after] = [trusted ?? unreadablePayout, payoutOf({ ...target, ...changes })];
  const { id: memberId } = target;
  const changedBy = caller.memberId;
  const { changeId, endedIds } = await payoutChanges.keep(db, {
    ...{ memberId, changedBy, before, after },
    isUntrusted: trusted === undefined,
  });
  if (changeId !== undefined)
    return {
      changeIds: [...endedIds, changeId],
      notices: await storePayoutChangeNotification(db, { changeId, memberId }),
      text: payoutChangedText(maskedPayout(before, after)),
    };
  const [endedId] = endedIds;
  if (endedId === undefined) return undefined;
  const end = { changeId: endedId, memberId, code: 'PAYOUT_REJECTED', tellsAdmins: false } as const;
  const notices = await storePayoutEndNotification(db, end);
  return { changeIds: endedIds, notices, text: payoutRejectedText };
}

/**
 * Runs before the command begins, because a refusal for a missing step-up must not be stored as its reply. Values that
 * clients send unchanged require no step-up. Returns the member if the edit sends text messages, which are limited.
 *
 * @throws RequestFailure STEP_UP_REQUIRED
 */
export async function refuseEditUnproven(
  { db, phoneCountries, requireProof }: EditDependencies,
  { caller, params, body }: EditRequest,
): Promise<MemberId | undefined> {
  const target = await memberByNickname(db, params.nickname);
  if (target === undefined) return undefined;
  const phoneIsNew = body.phone !== undefined && normalisedPhone(body.phone, phoneCountries) !== target.phone;
  const isNew = <T>(to: T | undefined, from: T): boolean => to !== undefined && to !== from;
  const isGuarded =
    phoneIsNew ||
    isNew(body.bankName, target.bank_name) ||
    isNew(body.bankAccount, target.bank_account) ||
    isNew(body.tetherAddress, target.tether_address);
  const givesMuch =
    isGuarded ||
    isNew(body.admin, target.admin) ||
    isNew(body.manager, target.manager) ||
    // Roles are in force while their holder is active.
    (isStaff(target) && isNew(body.status, target.status));
  if (givesMuch) await requireProof(caller, { sinceSignIn: phoneIsNew && caller.memberId === target.id });
  return isGuarded ? target.id : undefined;
}

/** Fees count for the referral code, so staff may set their own code for a member only if there is no other admin. */
async function refuseOwnCode(
  deps: EditDependencies,
  caller: Caller,
  target: MemberRow,
  edit: Edit,
): Promise<void> {
  const code = edit.referralCode;
  if (code === undefined || code === null || code === target.referral_code) return;
  const own = await memberById(deps.db, caller.memberId);
  if (own?.invite_code.toLowerCase() !== code.toLowerCase()) return;
  if (!caller.admin || !(await isLastAdmin(deps, deps.ledger, caller.memberId)))
    throw failure('REFERRAL_CODE_OWN');
}

/**
 * Refuses to change a member who has changed since the caller saw them. Changes that this command itself made before a crash do
 * not count, and a value that is already as requested needs no permission.
 */
function refuseUnlessSeen({ request, command }: EditCall, now: MemberNow, changes: RowChanges): void {
  const { expectedRevision } = request.body;
  if (expectedRevision === undefined || expectedRevision === memberRevision(now.row)) return;
  const { events, state } = now.account;
  if (events.some(({ metadata }) => metadata.commandId === command.commandId)) return;
  const isSoAlready =
    Object.keys(changes).length === 0 && decideEdit(state, request.body, false).length === 0;
  if (!isSoAlready) throw failure('MEMBER_CHANGED');
}

type RowChanges = Partial<
  Pick<MemberRow, 'phone' | 'phone_verified' | 'telegram' | 'bank_name' | 'bank_account' | 'tether_address'>
>;

async function rowChanges(
  { db, phoneCountries }: EditDependencies,
  target: MemberRow,
  edit: Edit,
): Promise<RowChanges> {
  const phone = edit.phone === undefined ? undefined : normalisedPhone(edit.phone, phoneCountries);
  const changed = <T>(to: T | undefined, from: T): to is T => to !== undefined && to !== from;
  if (changed(phone, target.phone)) await refuseIfPhoneTaken(db, phone as string);
  return {
    ...(changed(phone, target.phone) && { phone, phone_verified: false }),
    ...(changed(edit.telegram, target.telegram) && { telegram: edit.telegram }),
    ...(changed(edit.bankName, target.bank_name) && { bank_name: edit.bankName }),
    ...(changed(edit.bankAccount, target.bank_account) && { bank_account: edit.bankAccount }),
    ...(changed(edit.tetherAddress, target.tether_address) && { tether_address: edit.tetherAddress }),
  };
}

async function refuseIfPhoneTaken(db: Database, phone: string): Promise<void> {
  const other = await db.selectFrom('app.members').select('id').where('phone', '=', phone).executeTakeFirst();
  if (other !== undefined) throw failure('PHONE_TAKEN');
}

const touchesAccount = ({ status, admin, manager, referralCode }: Edit): boolean =>
  [status, admin, manager, referralCode].some((field) => field !== undefined);

const endsSessions = ({ type }: RecordedEvent): boolean =>
  (['MemberDeactivated', 'RoleGranted', 'RoleRevoked'] as const satisfies MemberEvent['type'][]).some(
    (one) => one === type,
  );

type Appended = Pick<Executed<Account>, 'events' | 'state'>;

/** Status, roles and referral code: one command, one append. */
async function appendChanges(
  known: KnownAdmins & Pick<EditDependencies, 'ledger'>,
  { body, command }: { readonly body: Edit; readonly command: Command },
  { id: memberId, nickname }: MemberRow,
): Promise<Appended> {
  const { ledger } = known;
  return executeOnStream({
    ledger,
    stream: memberStream(memberId),
    decider: accountDecider,
    deadlineMs,
    // The time of execution: other edits of the same member may have delayed it.
    command: { ...command, at: isoOf(ledger.timing.now()) },
    decide: async (account) => {
      const isLast = await isLastAdmin(known, ledger, memberId);
      const events = decideEdit(account, body, isLast);
      if (!changesPower(account, events)) return events;
      if (!(await isLastAdmin(known, ledger, command.actorId))) refuse('APPROVAL_NEEDED');
      // What is to be typed is added to the reply, so that no nickname is kept with the command.
      if (!isConfirmed(body.confirmAlone, nickname)) throw failure('CONFIRM_ALONE');
      return markPowers(events, noSecondAdmin);
    },
  });
}

interface Done {
  readonly changes: RowChanges;
  /** The appended events. */
  readonly events: readonly RecordedEvent[];
}

async function changeRow(db: Database, memberId: MemberId, changes: RowChanges): Promise<void> {
  try {
    if (Object.keys(changes).length > 0)
      await db.updateTable('app.members').set(changes).where('id', '=', memberId).execute();
  } catch (error) {
    throw asTaken(error);
  }
}

async function recordEdit(
  db: Database,
  ledgerAction: LedgerAction,
  memberId: MemberId,
  { changes, events }: Done,
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
