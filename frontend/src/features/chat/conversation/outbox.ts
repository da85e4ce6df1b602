import { subscribeSession } from '../../../session/session.ts';
import type { Outgoing } from './messages.ts';

/*
 * What somebody wrote and the server has not got, kept while they look at other pages: a failed message is theirs to
 * send again or to throw away. It goes with the session.
 */
const kept = new Map<string, readonly Outgoing[]>();
subscribeSession(() => kept.clear());

export const keptFor = (roomId: string): readonly Outgoing[] => kept.get(roomId) ?? [];

export function keep(roomId: string, outgoing: readonly Outgoing[]): void {
  if (outgoing.length === 0) kept.delete(roomId);
  // Whoever left did not wait for an answer.
  else
    kept.set(
      roomId,
      outgoing.map((message) => ({ ...message, state: 'failed', progress: 0 })),
    );
}
