import type { Usdt } from './money.ts';

/** 24 lower-case hex characters: 8 of time in seconds, 16 random, so that ids sort by time. */
export const ledgerIdPattern = /^[0-9a-f]{24}$/;

export type OrderId = string & { readonly __id: 'order' };
export type TradeId = string & { readonly __id: 'trade' };
export type CaseId = string & { readonly __id: 'case' };
export type ApprovalId = string & { readonly __id: 'approval' };
export type MemberId = string & { readonly __id: 'member' };

/** An id from a time (milliseconds since 1970) and 16 random hex characters. Pure, so that tests choose both. */
export function ledgerIdFrom(atMs: number, random: string): string {
  if (random.length !== 16) throw new RangeError('an id takes 16 random characters');
  const seconds = Math.floor(atMs / 1000);
  return seconds.toString(16).padStart(8, '0') + random;
}

/** From parts of a UUID that are wholly random: the runtime draws UUIDs in bulk, a tenth of the cost of 8 bytes. */
export function newLedgerId(atMs: number): string {
  const uuid = crypto.randomUUID();
  return ledgerIdFrom(atMs, uuid.slice(0, 8) + uuid.slice(-8));
}

export type Side = 'sell' | 'buy';
export const sides = ['sell', 'buy'] as const satisfies readonly Side[];
export const otherSide = (side: Side): Side => (side === 'sell' ? 'buy' : 'sell');

/** A short code for people: `Sell714-9f3a21bc` — side, whole USDT, the id from its 17th character on. */
export function orderCode(side: Side, amount: Usdt, id: OrderId): string {
  const whole = amount.split('.')[0] ?? '0';
  return `${side === 'sell' ? 'Sell' : 'Buy'}${whole}-${id.slice(16)}`;
}
