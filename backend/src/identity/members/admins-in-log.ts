import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { type EventLog, logStart } from '@matgyo/event-store/event-log';
import { accountDecider } from '@matgyo/ledger/account/account';
import { logPages } from '@matgyo/projections/log-pages';
import { loadStream } from '../../platform/commands/stream-history.ts';

/** By the member's own events. */
export async function isAdmin(log: EventLog, stream: string, status?: 'active'): Promise<boolean> {
  const { state } = await loadStream(log, { stream, decider: accountDecider });
  return (
    state.status !== 'none' && state.roles.includes('admin') && (status ?? state.status) === state.status
  );
}

/** Reads all members' events: for what happens once in an installation. */
export async function hasActiveAdmin(log: EventLog): Promise<boolean> {
  const filter = { streamPrefixes: [memberStream('' as MemberId)] };
  const granted = new Set<string>();
  for await (const page of logPages(log, { after: logStart, size: pageSize, filter }))
    for (const { type, data, stream } of page)
      if (type === 'RoleGranted' && data['role'] === 'admin') granted.add(stream);
  for (const stream of granted) if (await isAdmin(log, stream, 'active')) return true;
  return false;
}

const pageSize = 1_000;
