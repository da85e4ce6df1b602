import type { MemberId } from '@matgyo/contracts/ids';
import { isPositive, krwFor, minUsdt, subtractUsdt, type Usdt } from '@matgyo/contracts/money';
import type { Trade } from './history/trade-history.ts';
import { History } from './history.ts';

/** A generator of numbers in [0, 1) from a seed (mulberry32): the same seed gives the same history. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A history of about `actions` actions of every kind, in any order: partial fills, rejected and
 * cancelled matches, several interleaved processes, clocks that go back, days that end.
 */
export function randomHistory(seed: number, actions: number, history = new History()): History {
  const random = seededRandom(seed);
  const underWay: Generator<void, unknown>[] = [];
  const chance = (probability: number) => random() < probability;
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  /** Trades only between members who have been active. */
  const traders: MemberId[] = [];
  const krw = () => `${10_000 + Math.floor(random() * 990_000)}`;

  const begin = (steps: Generator<void, unknown>) => {
    steps.next();
    underWay.push(steps);
  };

  const often = (times: number, choice: () => void) => new Array<() => void>(times).fill(choice);

  const choices: readonly (() => void)[] = [
    () => {
      const active = chance(0.8);
      const member = history.member({ referralCode: pick(['REF1', 'REF2', null]) ?? null, active });
      if (active) traders.push(member);
    },
    () => history.price(`${1380 + Math.floor(random() * 60)}${chance(0.5) ? '.5' : ''}`),
    () => {
      // The second admin stays an admin: approvals by that admin have to be valid.
      const member = pick(history.members.filter((one) => one !== secondAdmin));
      if (member === undefined) return;
      const choice = pick([
        () => history.setActive(member, chance(0.7)),
        () => history.setRole(member, chance(0.5) ? 'admin' : 'manager', chance(0.6)),
        () => history.changeReferralCode(member, `REF${Math.floor(random() * 4)}`),
      ]);
      choice?.();
    },
    ...often(3, () => {
      const member = pick(traders);
      if (member !== undefined) history.place(chance(0.5) ? 'sell' : 'buy', member, krw());
    }),
    ...often(3, () => {
      const pending = pick(history.orders.filter(({ phase }) => phase === 'pending'));
      if (pending === undefined) return;
      if (chance(0.8)) history.approve(pending);
      else if (chance(0.5)) history.reject(pending);
      else history.cancelOrder(pending);
    }),
    () => {
      const idle = pick(
        history.orders.filter(({ phase, reserved }) => phase === 'open' && !isPositive(reserved)),
      );
      if (idle !== undefined && chance(0.15)) history.cancelOrder(idle);
    },
    ...often(3, () => {
      const open = history.orders.filter((order) => order.phase === 'open' && isPositive(order.open));
      const sell = pick(open.filter(({ side }) => side === 'sell'));
      const buy = pick(open.filter(({ side, memberId }) => side === 'buy' && memberId !== sell?.memberId));
      const isLive = (trade: Trade) => trade.sell === sell && trade.buy === buy && trade.state !== 'finished';
      if (sell === undefined || buy === undefined || history.trades.some(isLive)) return;
      const part = `${1 + Math.floor(random() * 5)}.${1000 + Math.floor(random() * 9000)}` as Usdt;
      const amount = chance(0.5) ? undefined : minUsdt(part, minUsdt(sell.open, buy.open));
      begin(
        history.matchSteps(
          sell,
          buy,
          amount,
          pick(['matched', 'matched', 'matched', 'matched', 'offered', 'rejected']),
        ),
      );
    }),
    () => {
      const offered = pick(history.trades.filter(({ state }) => state === 'offered'));
      if (offered !== undefined) begin(history.answerSteps(offered, chance(0.7)));
    },
    () => {
      const matched = pick(history.trades.filter(({ state }) => state === 'matched'));
      if (matched === undefined) return;
      const completes = chance(0.75);
      if (matched.openCase !== undefined) {
        // 0.0001 less, if that leaves any won.
        const part = subtractUsdt(matched.amount, '0.0001' as Usdt);
        const isPart = completes && matched.marks < 2 && isPositive(krwFor(part, matched.sell.price));
        begin(history.ruleSteps(matched, completes ? 'complete' : 'cancel', isPart ? part : undefined));
      } else if (completes && chance(0.2)) begin(history.approveSteps(matched, secondAdmin));
      else begin(completes ? history.completeSteps(matched) : history.cancelSteps(matched));
    },
    () => {
      const completed = pick(history.trades.filter((trade) => trade.completed !== undefined));
      if (completed !== undefined && chance(0.1)) history.reverse(completed, secondAdmin);
    },
    () => {
      const ruled = pick(history.trades.filter((one) => one.state === 'finished' && one.ruled !== undefined));
      if (ruled?.ruled === undefined) return;
      const { appealed, at } = ruled.ruled;
      if (!appealed && Date.parse(history.now) - Date.parse(at) > 3 * 86_000_000) return;
      if (!appealed) history.appeal(ruled);
      else if (ruled.completed === undefined)
        history.decideAppeal(ruled, chance(0.5) ? 'overturn' : 'confirm', secondAdmin);
      else if (chance(0.5)) history.decideAppeal(ruled, 'confirm', secondAdmin);
      else history.reverse(ruled, secondAdmin);
    },
    () => {
      const matched = pick(history.trades.filter(({ state }) => state === 'matched'));
      if (matched === undefined || !chance(0.6)) return;
      const approvalId = history.askApproval(matched);
      if (chance(0.7))
        history.endApproval(approvalId, secondAdmin, pick(['refuse', 'expire', 'lapse']) ?? 'refuse');
    },
    () => {
      const matched = pick(history.trades.filter(({ state }) => state === 'matched'));
      if (matched === undefined) return;
      if (matched.openCase === undefined) history.openCase(matched);
      else if (chance(0.45)) history.passCase(matched);
      else if (chance(0.5)) history.withdrawCase(matched);
      else history.addStatement(matched);
    },
    ...often(2, () => {
      const matched = pick(history.trades.filter(({ state }) => state === 'matched'));
      if (matched === undefined || matched.openCase !== undefined) return;
      const { marks } = matched;
      if (marks > 0 && chance(0.2)) history.takeBackStep(matched);
      else if (marks < 4 && chance(0.6))
        do history.markStep(matched);
        while (matched.marks < 4 && chance(0.7));
      else if (marks < 4) history.moveWindow(matched, pick(['pause', 'extend', 'expire']) ?? 'pause');
    }),
    () =>
      void history.at(
        new Date(Date.parse(history.now) + (chance(0.3) ? -3_000 : random() * 7_200_000)).toISOString(),
      ),
  ];

  history.price('1400');
  history.levels({ trades: 0, openKrw: null }, { trades: 2, openKrw: null, windowMinutes: 90 });
  const secondAdmin = history.member();
  history.setRole(secondAdmin, 'admin', true);
  for (let member = 0; member < 4; member++) traders.push(history.member({ referralCode: 'REF1' }));
  for (let action = 0; action < actions; action++) {
    const steps = pick(underWay);
    if (steps === undefined || chance(0.4)) pick(choices)?.();
    else if (steps.next().done) underWay.splice(underWay.indexOf(steps), 1);
  }
  return history;
}
