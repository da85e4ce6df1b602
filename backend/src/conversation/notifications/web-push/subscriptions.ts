import { createECDH } from 'node:crypto';
import type { notificationEndpoints } from '@matgyo/contracts/endpoints/notifications';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/tables.ts';
import type { Caller, HandlerRequest } from '../../../platform/http/handler.ts';
import { failure } from '../../../platform/http/request-failure.ts';

/** Browsers per member; a new one replaces the oldest. */
const browsersPerMemberMax = 10;

type Subscription = HandlerRequest<typeof notificationEndpoints.subscribeToPush>['body'];

/**
 * Stores a browser for the caller's session. It no longer belongs to another member: only the last one who signed in
 * there is notified.
 *
 * @throws RequestFailure PUSH_SUBSCRIPTION_REFUSED for an invalid subscription.
 */
export async function subscribe(
  db: Database,
  { memberId, sessionId }: Pick<Caller, 'memberId' | 'sessionId'>,
  { endpoint, keys }: Subscription,
  language: Language,
): Promise<void> {
  if (!isPushService(endpoint) || !areKeys(keys)) throw failure('PUSH_SUBSCRIPTION_REFUSED');
  const subscription = { member_id: memberId, session_id: sessionId, ...keys, language };
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('app.push_subscriptions')
      .values({ endpoint, ...subscription })
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet({ ...subscription, created_at: sql<Date>`now()` }),
      )
      .execute();
    await sql`
      delete from app.push_subscriptions where endpoint in (
        select endpoint from app.push_subscriptions where member_id = ${memberId}
        order by created_at desc, endpoint offset ${browsersPerMemberMax})`.execute(transaction);
  });
}

export async function unsubscribe(db: Database, memberId: MemberId, endpoint: string): Promise<void> {
  await db
    .deleteFrom('app.push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('member_id', '=', memberId)
    .execute();
}

/** An HTTPS URL with a host name and the default port. Its address is checked when connecting (public-address.ts). */
function isPushService(endpoint: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  const isName = /\.[a-z][a-z0-9-]*$/i.test(hostname);
  return protocol === 'https:' && isName && port === '' && username === '' && password === '';
}

/** A P-256 point and 16 bytes (RFC 8291), needed to encrypt for the browser. */
function areKeys({ p256dh, auth }: Subscription['keys']): boolean {
  const base64url = /^[\w-]+={0,2}$/;
  if (!base64url.test(p256dh) || !base64url.test(auth)) return false;
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
  } catch {
    return false;
  }
  return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16;
}
