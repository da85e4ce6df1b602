import { errorTextOf } from '@matgyo/contracts/errors/index';
import type { EndedEvent } from '@matgyo/contracts/realtime';
import type { Logger } from 'pino';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import type { BackgroundWork } from '../background.ts';
import { loggable } from '../http/error-answer.ts';
import { failure } from '../http/request-failure.ts';
import type { ClientSocket } from './sockets.ts';

/** Devices and tabs of one member at this backend; the one that is open longest goes for the next. */
const mostOfAMember = 20;
/** Sockets without a token from one network. */
const mostVisitorsOfANetwork = 100;
/** Of all networks together: the other places are kept for those with a token. */
const mostVisitors = 12_000;
/** Of the age that is allowed: the rest is for the look itself, and the projection's delay. */
const lookAfter = 0.8;
const retryMs = 400;

/** Members whose sockets are looked at. */
type Whose = 'anybody' | ReadonlySet<string>;

/** The sockets of this process by whose they are. */
export interface OpenSockets {
  /** @throws RequestFailure TOO_MANY_REQUESTS */
  refuseCrowd(network: string): void;
  add(socket: ClientSocket): void;
  remove(socket: ClientSocket): void;
  counts(): { readonly visitors: number; readonly members: number };
  /** Hangs up on those whose session has ended, until aborted. */
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

  const socketsOf = (whose: Whose): readonly ClientSocket[] =>
    whose === 'anybody'
      ? [...members.values()].flatMap((sockets) => [...sockets])
      : [...whose].flatMap((memberId) => [...(members.get(memberId) ?? [])]);

  const cutEnded = async (whose: Whose): Promise<void> => {
    const open = socketsOf(whose);
    if (open.length === 0) return;
    const callers = await sessions.callersOf([...new Set(open.map(sessionOf))]);
    for (const socket of open) {
      const caller = callers.get(sessionOf(socket));
      if (caller === undefined) endSocket(socket, await sessions.refusalOf(sessionOf(socket)));
      else socket.data.caller = caller;
    }
  };

  return {
    refuseCrowd(network) {
      const ofNetwork = visitors.get(network)?.size ?? 0;
      if (ofNetwork >= mostVisitorsOfANetwork || total(visitors) >= mostVisitors)
        throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 60 });
    },
    add(socket) {
      const [groups, name] = groupOf(socket);
      const group = groups.get(name) ?? new Set();
      groups.set(name, group.add(socket));
      const [oldest] = group;
      if (socket.data.caller === undefined) return;
      if (group.size > mostOfAMember) oldest?.disconnect(true);
      // The session may have ended since the handshake; checked only if a session has ended.
      sessions.callerOf(sessionOf(socket), { attended: false }).then(
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
      async run(signal) {
        let wake = (): void => undefined;
        const changed: { members: Whose } = { members: new Set() };
        signal.addEventListener('abort', () => wake(), { once: true });
        // What is known to have ended need not wait for the next look at all of them.
        sessions.onEnded((memberId) => {
          if (memberId === undefined) changed.members = 'anybody';
          else if (changed.members !== 'anybody') changed.members = new Set(changed.members).add(memberId);
          wake();
        });
        let hasFailed = false;
        while (!signal.aborted) {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          const lookAtAll = (): void => {
            changed.members = 'anybody';
            resolve();
          };
          const timer = setTimeout(lookAtAll, hasFailed ? retryMs : sessions.knownForMs() * lookAfter);
          if (changed.members !== 'anybody' && changed.members.size === 0 && !signal.aborted) await promise;
          clearTimeout(timer);
          const looked = changed.members;
          changed.members = new Set();
          hasFailed = await cutEnded(looked).then(
            () => false,
            (error: unknown) => {
              logger.warn({ work: 'sockets', error: loggable(error) }, 'will be tried again');
              return true;
            },
          );
        }
      },
    },
  };
}

const sessionOf = (socket: ClientSocket): string => socket.data.caller?.sessionId ?? '';

/** Says why and hangs up: the client signs out instead of trying again. */
export function endSocket(socket: ClientSocket, code: EndedEvent['code']): void {
  const error = errorTextOf(code)[socket.data.language];
  socket.emit('ended', { code, error });
  socket.disconnect(true);
}
