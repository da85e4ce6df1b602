import { errorTextOf } from '@matgyo/contracts/errors/index';
import type { EndedEvent } from '@matgyo/contracts/realtime';
import type { Logger } from 'pino';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import type { BackgroundWork } from '../background.ts';
import { loggable } from '../http/error-answer.ts';
import { failure } from '../http/request-failure.ts';
import type { ClientSocket } from './sockets.ts';

/** Sockets per member and backend; a new one replaces the oldest. */
const socketsPerMemberMax = 20;
/** Visitors' sockets per network. */
const visitorsPerNetworkMax = 100;
/** Visitors' sockets of all networks; the rest is reserved for members. */
const visitorsMax = 12_000;
/** Share of the allowed session age; the rest covers the check and the projection's delay. */
const checkAtShare = 0.8;
const retryMs = 400;

/** Members whose sockets to check. */
type MemberSelection = 'all' | ReadonlySet<string>;

/** The sockets of this process, by member or visitor's network. */
export interface OpenSockets {
  /** @throws RequestFailure TOO_MANY_REQUESTS */
  refuseTooManyVisitors(network: string): void;
  add(socket: ClientSocket): void;
  remove(socket: ClientSocket): void;
  counts(): { readonly visitors: number; readonly members: number };
  /** Closes sockets whose session has ended. */
  readonly background: BackgroundWork;
}

export function createOpenSockets(
  sessions: Pick<Sessions, 'callerOf' | 'callersOf' | 'knownForMs' | 'onEnded' | 'refusalOf'>,
  logger: Logger,
): OpenSockets {
  const visitors = new Map<string, Set<ClientSocket>>();
  const members = new Map<string, Set<ClientSocket>>();
  const groupOf = ({ data }: ClientSocket) =>
    data.caller === undefined
      ? ([visitors, data.network] as const)
      : ([members, data.caller.memberId] as const);
  const total = (groups: ReadonlyMap<string, ReadonlySet<unknown>>): number =>
    [...groups.values()].reduce((sum, { size }) => sum + size, 0);

  const socketsOf = (selection: MemberSelection): readonly ClientSocket[] =>
    selection === 'all'
      ? [...members.values()].flatMap((sockets) => [...sockets])
      : [...selection].flatMap((memberId) => [...(members.get(memberId) ?? [])]);

  const closeEnded = async (selection: MemberSelection): Promise<void> => {
    const open = socketsOf(selection);
    if (open.length === 0) return;
    const callers = await sessions.callersOf([...new Set(open.map(sessionOf))]);
    for (const socket of open) {
      const caller = callers.get(sessionOf(socket));
      if (caller?.memberId !== socket.data.caller?.memberId || caller === undefined)
        endSocket(socket, await sessions.refusalOf(sessionOf(socket)));
      else socket.data.caller = caller;
    }
  };

  return {
    refuseTooManyVisitors(network) {
      const ofNetwork = visitors.get(network)?.size ?? 0;
      if (ofNetwork >= visitorsPerNetworkMax || total(visitors) >= visitorsMax)
        throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 60 });
    },
    add(socket) {
      const [groups, name] = groupOf(socket);
      const group = groups.get(name) ?? new Set();
      groups.set(name, group.add(socket));
      const [oldest] = group;
      if (socket.data.caller === undefined) return;
      if (group.size > socketsPerMemberMax) oldest?.disconnect(true);
      // The session may have ended since the handshake; checked only if a session has ended.
      sessions.callerOf(socket.data.caller, { attended: false }).then(
        (caller) => caller === undefined && endSocket(socket, 'INVALID_TOKEN'),
        () => socket.disconnect(true),
      );
    },
    remove(socket) {
      const [groups, name] = groupOf(socket);
      const group = groups.get(name);
      group?.delete(socket);
      if (group?.size === 0) groups.delete(name);
    },
    counts: () => ({ visitors: total(visitors), members: total(members) }),
    background: {
      name: 'sockets',
      run: (signal) => checkRepeatedly({ sessions, logger, closeEnded }, signal),
    },
  };
}

interface SessionChecks {
  readonly sessions: Pick<Sessions, 'knownForMs' | 'onEnded'>;
  readonly logger: Logger;
  readonly closeEnded: (selection: MemberSelection) => Promise<void>;
}

/** Checks all sockets regularly, and those of a member whose session is known to have ended at once. */
async function checkRepeatedly(
  { sessions, logger, closeEnded }: SessionChecks,
  signal: AbortSignal,
): Promise<void> {
  let wake = (): void => undefined;
  const changed: { members: MemberSelection } = { members: new Set() };
  signal.addEventListener('abort', () => wake(), { once: true });
  sessions.onEnded((memberId) => {
    if (memberId === undefined) changed.members = 'all';
    else if (changed.members !== 'all') changed.members = new Set(changed.members).add(memberId);
    wake();
  });
  let hasFailed = false;
  while (!signal.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const checkAll = (): void => {
      changed.members = 'all';
      resolve();
    };
    const timer = setTimeout(checkAll, hasFailed ? retryMs : sessions.knownForMs() * checkAtShare);
    if (changed.members !== 'all' && changed.members.size === 0 && !signal.aborted) await promise;
    clearTimeout(timer);
    const checked = changed.members;
    changed.members = new Set();
    hasFailed = await closeEnded(checked).then(
      () => false,
      (error: unknown) => {
        logger.warn({ work: 'sockets', error: loggable(error) }, 'will be tried again');
        return true;
      },
    );
  }
}

const sessionOf = (socket: ClientSocket): string => socket.data.caller?.sessionId ?? '';

/** Sends the reason before closing, so that the client signs out instead of reconnecting. */
export function endSocket(socket: ClientSocket, code: EndedEvent['code']): void {
  const error = errorTextOf(code)[socket.data.language];
  socket.emit('ended', { code, error });
  socket.disconnect(true);
}
