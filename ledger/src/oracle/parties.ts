import type { Side } from '@matgyo/contracts/ids';

/** Who caused an event, and when. */
export interface Actor {
  readonly actorRole: string;
  readonly actorId: string;
  /** ISO 8601. */
  readonly at: string;
}

interface Parties {
  readonly sellerId: string;
  readonly buyerId: string;
}

/** The side on which the actor is, if any. */
export function sideOf(
  { sellerId, buyerId }: Parties,
  { actorId }: Pick<Actor, 'actorId'>,
): Side | undefined {
  if (actorId === sellerId) return 'sell';
  return actorId === buyerId ? 'buy' : undefined;
}

export const isParty = (parties: Parties, actor: Pick<Actor, 'actorId'>): boolean =>
  sideOf(parties, actor) !== undefined;

/** Whether the actor may make a statement as `by`: a party as its side, an admin who is none as an admin. */
export function speaksAs(parties: Parties, actor: Actor, by: string | undefined): boolean {
  const side = sideOf(parties, actor);
  return side === undefined ? by === 'admin' && actor.actorRole === 'admin' : by === side;
}
