import { errorTextOf } from '@matgyo/contracts/errors/index';
import type { EndedEvent } from '@matgyo/contracts/realtime';
import { Wakeups } from '@matgyo/event-store/wakeups';
import type { Logger } from 'pino';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import { retriedLater } from '../background.ts';
import { createGroups } from '../http/groups.ts';
import type { Caller } from '../http/handler.ts';
import { failure } from '../http/request-failure.ts';
import { hangUp } from './connections.ts';
import type { ClientSocket, SocketData } from './sockets.ts';

/** Sockets per member and backend; a new one replaces the oldest. */
const socketsPerMemberMax = 20;
/** A member's sockets over which images may be sent: what has arrived of one is kept in memory until it is complete. */
const imageSocketsMax = 4;
const visitorsPerNetworkMax = 100;
/**
 * Visitors' sockets of all networks; the rest is reserved for members. Beyond it the largest surrounding network loses
 * its oldest.
 */
const visitorsMax = 12_000;
/** Share of the allowed session age; the rest covers the check and the projection's delay. */
const checkAtShare = 0.8;
const retryMs = 400;

type MemberSelection = 'all' | ReadonlySet<string>;

/** The sockets of this process, by member or visitor's network. */
export type OpenSockets = ReturnType<typeof createOpenSockets>;

export function createOpenSockets(
  sessions: Pick<Sessions, 'callerOf' | 'callersOf' | 'knownForMs' | 'onEnded' | 'refusalOf'>,
  logger: Logger,
) {
  const visitors = createGroups<ClientSocket>();
  /** By surrounding network, which may have thousands of networks. */
  const visitorsBySurrounding = createGroups<ClientSocket>();
  const members = createGroups<ClientSocket>();

  const closeEnded = async (selection: MemberSelection): Promise<void> => {
    const open = selection === 'all' ? members.all() : [...selection].flatMap(members.of);
    if (open.length === 0) return;
    const callers = await sessions.callersOf([...new Set(open.map(sessionOf))]);
    for (const socket of open) {
      const caller = callers.get(sessionOf(socket));
      if (caller === undefined || caller.memberId !== socket.data.caller?.memberId)
        endSocket(socket, await sessions.refusalOf(sessionOf(socket)));
      else keepWithItsRoles(socket, caller);
    }
  };

  return {
    /** Once all sockets for visitors are in use, one is refused whose surrounding network has the most of them. */
    refuseTooManyVisitors({ network, surrounding }: Pick<SocketData, 'network' | 'surrounding'>): void {
      const hasMost = () =>
        visitorsBySurrounding.sizeOf(surrounding) >=
        visitorsBySurrounding.sizeOf(visitorsBySurrounding.oldestOfLargest()?.data.surrounding ?? '');
      // Only then, because it looks at every network.
      const isRefused = visitors.size() >= visitorsMax && hasMost();
      if (isRefused || visitors.sizeOf(network) >= visitorsPerNetworkMax)
        throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 60 });
    },
    add(socket: ClientSocket): void {
      const { caller, network, surrounding } = socket.data;
      if (caller === undefined) {
        visitors.add(socket, network);
        visitorsBySurrounding.add(socket, surrounding);
        const oldest = visitors.size() > visitorsMax ? visitorsBySurrounding.oldestOfLargest() : undefined;
        if (oldest !== undefined) hangUp(oldest.conn);
        return;
      }
      members.add(socket, caller.memberId);
      const own = members.of(caller.memberId);
      if (own.length > socketsPerMemberMax) own[0]?.disconnect(true);
      // The session may have ended since the handshake; checked only if a session has ended.
      sessions.callerOf(caller, { attended: false }).then(
        (current) =>
          current === undefined ? endSocket(socket, 'INVALID_TOKEN') : keepWithItsRoles(socket, current),
        () => socket.disconnect(true),
      );
    },
    /** Whether images may be sent over a socket that was just added; over an older one they still may. */
    mayReceiveImages: ({ data: { caller } }: ClientSocket): boolean =>
      caller !== undefined && members.sizeOf(caller.memberId) <= imageSocketsMax,
    remove(socket: ClientSocket): void {
      visitors.remove(socket);
      visitorsBySurrounding.remove(socket);
      members.remove(socket);
    },
    counts: () => ({ visitors: visitors.size(), members: members.size() }),
    /** Closes sockets whose session has ended or has other roles. */
    background: (signal: AbortSignal) => checkRepeatedly({ sessions, logger, closeEnded }, signal),
  };
}

interface SessionChecks {
  readonly sessions: Pick<Sessions, 'knownForMs' | 'onEnded'>;
  readonly logger: Logger;
  readonly closeEnded: (selection: MemberSelection) => Promise<void>;
}

/** Checks all sockets regularly, and those of a member whose session is known to have ended at once. */
async function checkRepeatedly({ sessions, logger, closeEnded }: SessionChecks, signal: AbortSignal) {
  const wakeups = new Wakeups();
  const changed: { members: MemberSelection } = { members: new Set() };
  sessions.onEnded((memberId) => {
    if (memberId === undefined) changed.members = 'all';
    else if (changed.members !== 'all') changed.members = new Set(changed.members).add(memberId);
    wakeups.wake();
  });
  let hasFailed = false;
  while (!signal.aborted) {
    if (changed.members !== 'all' && changed.members.size === 0) {
      const { count } = wakeups;
      await wakeups.since(count, hasFailed ? retryMs : sessions.knownForMs() * checkAtShare, signal);
      if (wakeups.count === count && !signal.aborted) changed.members = 'all';
    }
    const checked = changed.members;
    changed.members = new Set();
    hasFailed = false;
    await closeEnded(checked).catch((error: unknown) => {
      hasFailed = true;
      retriedLater('sockets', logger)(error);
    });
  }
}

const sessionOf = (socket: ClientSocket): string => socket.data.caller?.sessionId ?? '';

/** Its rooms were joined with the roles of its caller; the client reconnects with the new ones. */
function keepWithItsRoles(socket: ClientSocket, current: Caller): void {
  const { caller } = socket.data;
  if (current.admin !== caller?.admin || current.manager !== caller.manager) socket.disconnect(true);
  else socket.data.caller = current;
}

/** Sends the reason before closing, so that the client signs out instead of reconnecting. */
export function endSocket(socket: ClientSocket, code: EndedEvent['code']): void {
  const error = errorTextOf(code)[socket.data.language];
  socket.emit('ended', { code, error });
  socket.disconnect(true);
}
