import { errorTextOf } from '@matgyo/contracts/errors/index';
import type { Logger } from 'pino';
import type { BackgroundWork } from '../../background.ts';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import { loggable } from '../http/error-answer.ts';
import { failure } from '../http/request-failure.ts';
import type { ClientSocket } from './sockets.ts';

/** Devices and tabs of one member at this backend; the one that is open longest goes for the next. */
const mostOfAMember = 20;
/** Sockets without a token from one network. */
const mostVisitorsOfANetwork = 100;
/** Of all networks together: the other places are kept for those with a token. */
const mostVisitors = 12_000;
/** With the look itself, and the projection's delay, an end takes effect within a second. */
const lookEveryMs = 400;

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
  sessions: Pick<Sessions, 'callersOf' | 'onEnded'>,
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

  const cutEnded = async (): Promise<void> => {
    const open = [...members.values()].flatMap((sockets) => [...sockets]);
    if (open.length === 0) return;
    const callers = await sessions.callersOf([...new Set(open.map(sessionOf))]);
    for (const socket of open) {
      const caller = callers.get(sessionOf(socket));
      if (caller === undefined) endSocket(socket);
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
      if (socket.data.caller !== undefined && group.size > mostOfAMember) oldest?.disconnect(true);
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
        let asked = false;
        signal.addEventListener('abort', () => wake(), { once: true });
        // An end in this process need not wait for the next look.
        sessions.onEnded(() => {
          asked = true;
          wake();
        });
        while (!signal.aborted) {
          asked = false;
          await cutEnded().catch((error: unknown) =>
            logger.warn({ work: 'sockets', error: loggable(error) }, 'will be tried again'),
          );
          if (asked) continue;
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          const timer = setTimeout(resolve, lookEveryMs);
          if (!signal.aborted) await promise;
          clearTimeout(timer);
        }
      },
    },
  };
}

const sessionOf = (socket: ClientSocket): string => socket.data.caller?.sessionId ?? '';

/** Says why and hangs up: the client signs out instead of trying again. */
export function endSocket(socket: ClientSocket): void {
  const error = errorTextOf('INVALID_TOKEN')[socket.data.language];
  socket.emit('ended', { code: 'INVALID_TOKEN', error });
  socket.disconnect(true);
}
