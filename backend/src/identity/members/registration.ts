import { randomBytes, randomUUID } from 'node:crypto';
import type { MemberEvent } from '@matgyo/contracts/events/member-events';
import type { MemberId } from '@matgyo/contracts/ids';
import { memberIdSchema } from '@matgyo/contracts/schemas/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { type Account, accountDecider, activate, grantRole, register } from '@matgyo/ledger/account/account';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import { executeOnStream, type Ledger } from '../../platform/commands/execute-on-stream.ts';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { StreamContended } from '../../platform/commands/stream-queue.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import type { Database, Tables } from '../../platform/database/tables.ts';
import { loggable } from '../../platform/http/error-answer.ts';
import { isUnavailable } from '../../platform/http/unavailable.ts';
import { hasActiveAdmin } from './admins-in-log.ts';

type PendingRegistration = Selectable<Tables['app.pending_registrations']>;

/** 32 characters that are not easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A member's own code, which others enter at sign-up: 10 characters, 50 bits of the bytes. */
export const inviteCodeFrom = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 10), (byte) => alphabet[byte % alphabet.length]).join('');

/** Rows of one sweep; the next sweep continues. */
const batchSizeMax = 200;

/** For a member whose row was just written: the password, and what is to be registered. Returns the invite code. */
export async function beginRegistration(
  trx: Database,
  passwordHash: string,
  pending: Pick<PendingRegistration, 'member_id' | 'kind' | 'referral_code'>,
): Promise<string> {
  const { member_id } = pending;
  const registration = { ...pending, command_id: randomUUID(), invite_code: inviteCodeFrom(randomBytes(10)) };
  await trx.insertInto('app.credentials').values({ member_id, password_hash: passwordHash }).execute();
  await trx.insertInto('app.pending_registrations').values(registration).execute();
  return registration.invite_code;
}

export function createRegistration(db: Database, ledger: Ledger, logger: Pick<Logger, 'warn'>) {
  async function finish(pending: PendingRegistration): Promise<readonly RecordedEvent[]> {
    const events = await append(ledger, pending);
    await db.deleteFrom('app.pending_registrations').where('member_id', '=', pending.member_id).execute();
    return events;
  }
  function retryLater({ member_id: memberId }: PendingRegistration, error: unknown): false {
    // While the log is unavailable the others cannot be registered either.
    if (isUnavailable(error) && !(error instanceof StreamContended)) throw error;
    logger.warn({ memberId, error: loggable(error) }, 'a registration will be tried again');
    return false;
  }
  return {
    /** Registers in the ledger a member whose row has just been written, and deletes the pending row. */
    async complete(memberId: MemberId): Promise<readonly RecordedEvent[]> {
      const pending = await db
        .selectFrom('app.pending_registrations')
        .selectAll()
        .where('member_id', '=', memberId)
        .executeTakeFirst();
      return pending === undefined ? [] : finish(pending);
    },
    /**
     * Registers members whose rows were written before the process died. Returns how many; one that fails does not hold
     * up the others.
     */
    async completeLeftOver(): Promise<number> {
      const left = await db
        .selectFrom('app.pending_registrations')
        .selectAll()
        // Newer ones are being registered by the request that wrote them.
        .where('created_at', '<', sql<Date>`now() - interval '5 seconds'`)
        .orderBy('created_at')
        .limit(batchSizeMax)
        .execute();
      let registered = 0;
      for (const pending of left) {
        const done = await finish(pending).then(
          () => true,
          (error: unknown) => retryLater(pending, error),
        );
        if (done) registered += 1;
      }
      return registered;
    },
  };
}

/** Under the command id stored with the row, so that a second attempt finds it done. */
async function append(ledger: Ledger, pending: PendingRegistration): Promise<readonly RecordedEvent[]> {
  const { command_id: commandId, member_id: memberId } = pending;
  // The row may have been made or changed by SQL: where there is an admin, the program makes no other.
  const bySystem = pending.kind === 'first-admin' && !(await hasActiveAdmin(ledger.log));
  const { events } = await executeOnStream({
    ledger,
    ...ofMember(memberId),
    command: {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actorId: bySystem ? 'system' : memberId,
      actorRole: bySystem ? 'system' : 'member',
      // The time of the append, not of the row: after a crash the row may be old, and reports as of then may exist.
      at: isoOf(ledger.timing.now()),
    },
    decide: (account) => decideRegistration(account, pending, bySystem),
  });
  return events;
}

function decideRegistration(
  account: Account,
  pending: PendingRegistration,
  asFirstAdmin: boolean,
): readonly MemberEvent[] {
  const memberId = memberIdSchema.parse(pending.member_id);
  const { referral_code: referralCode, invite_code: inviteCode } = pending;
  const registered = register(account, { memberId, referralCode, inviteCode });
  if (!asFirstAdmin) return registered;
  const steps = [activate, (known: Account) => grantRole(known, 'admin')];
  return inSequence(account, registered, steps);
}

type Step = (account: Account) => readonly MemberEvent[];

/** Combines several decisions on one account; each sees the state after the ones before it. */
export function inSequence(
  account: Account,
  decided: readonly MemberEvent[],
  steps: readonly Step[],
): readonly MemberEvent[] {
  const at = '';
  const evolved = decided.reduce((state, event) => accountDecider.evolve(state, event, at), account);
  const [step, ...rest] = steps;
  if (step === undefined) return decided;
  return [...decided, ...inSequence(evolved, step(evolved), rest)];
}
