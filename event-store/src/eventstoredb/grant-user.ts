import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { EventLogDenied, EventLogUnavailable } from '../event-log-errors.ts';
import { addressesIn, credentialsOf } from './connection-string.ts';

const requestMs = 10_000;
const retryMs = 500;

/**
 * Makes the user of the connection string `program` in the EventStoreDB that `admin` names, or sets its password. That
 * user may read everything and append, but neither delete streams nor change their settings. Of the others, only
 * admins may read or write. Repeatable. `readyWithinMs`: EventStoreDB reports that it is healthy before it knows its
 * first user.
 *
 * @throws EventLogUnavailable
 */
export async function grantUser(admin: string, program: string, readyWithinMs = 60_000): Promise<void> {
  const { username, password } = credentialsOf(program);
  const user = { loginName: username, fullName: username, groups: [], password };
  const by = performance.now() + readyWithinMs;
  if ((await postWhenReady(admin, '/users/', user, by)) === 'there already')
    await postWhenReady(admin, `/users/${username}/command/reset-password`, { newPassword: password }, by);
  const client = EventStoreDBClient.connectionString(admin);
  const readers = ['$admins', username];
  const onlyAdmins = { $d: '$admins', $mw: '$admins' };
  const lists = {
    $userStreamAcl: { ...onlyAdmins, $r: readers, $w: readers, $mr: readers },
    $systemStreamAcl: { ...onlyAdmins, $r: '$admins', $w: '$admins', $mr: '$admins' },
  };
  await client.appendToStream('$settings', jsonEvent({ type: 'update-default-acl', data: lists }));
  await client.setStreamMetadata('$all', { acl: { readRoles: readers } });
  await client.dispose();
}

async function postWhenReady(admin: string, path: string, body: object, by: number) {
  for (let attempt = 0; ; attempt += 1) {
    const status = await post(admin, path, body, attempt).catch((error: Error) => error.message);
    if (status === 200 || status === 201) return 'done';
    if (status === 409) return 'there already';
    if (performance.now() > by) {
      const why = `the user of EVENTSTORE_ADMIN_URL could not make that of EVENTSTORE_URL (${status})`;
      throw new EventLogUnavailable('none', { cause: new EventLogDenied(why) });
    }
    await delay(retryMs);
  }
}

/** Its client has no calls for users. Each attempt asks the next server of a cluster. */
async function post(admin: string, path: string, body: object, attempt: number): Promise<number> {
  const { addresses, settings } = addressesIn(admin);
  const server = addresses[attempt % addresses.length];
  const { username, password } = credentialsOf(admin);
  const caFile = settings.get('tlsCAFile');
  const call = request({
    host: server?.hostname,
    port: server?.port,
    path,
    method: 'POST',
    auth: `${username}:${password}`,
    headers: { 'content-type': 'application/json' },
    ...(caFile !== null && { ca: await readFile(caFile) }),
    signal: AbortSignal.timeout(requestMs),
  });
  call.end(JSON.stringify(body));
  const [answer] = await once(call, 'response');
  answer.resume();
  return answer.statusCode;
}
