import type { RulingOutcome } from '@matgyo/contracts/cases';
import type { CaseId, MemberId, TradeId } from '@matgyo/contracts/ids';
import { openCase, releaseCase, takeCase, withdrawCase } from '@matgyo/ledger/trade/case-decisions';
import type { PaymentChange } from '../trades/change-payment.ts';
import { carryOutRuling } from '../trades/finish-trade.ts';
import type { Action } from './actions.ts';
import { commandOf } from './market.ts';
import { type Around, actBy, by } from './payment-actions.ts';

const adminId = commandOf('', 0).actorId as MemberId;
const statement = 'c'.repeat(64);

/** Concurrently, a party opens and withdraws a case on a match, and an admin takes it, releases it and rules. */
export function caseActions(
  { tradeId, memberId }: { readonly tradeId: TradeId; readonly memberId: MemberId },
  around: Around,
): readonly Action[] {
  const { chance } = around;
  const caseId = `4${tradeId.slice(1)}` as CaseId;
  const actor = { memberId, admin: false };
  const action = (means: Action['means'], follows: Action | undefined, decide: PaymentChange['decide']) =>
    actBy({ ...around, match: follows }, { name: `${means} on ${tradeId}`, means, tradeId }, decide);
  const opened = by(
    memberId,
    action('CaseOpened', around.match, (trade) =>
      openCase(trade, { caseId, actor, reason: 'OTHER', statement }),
    ),
  );
  const taken = action('CaseTaken', opened, (trade) => takeCase(trade, { caseId, adminId }));
  const others = [
    () =>
      by(
        memberId,
        action('CaseWithdrawn', opened, (trade) => withdrawCase(trade, { caseId, actor })),
      ),
    () => action('CaseReleased', taken, (trade) => releaseCase(trade, { caseId, adminId })),
    () => ruling({ tradeId, caseId }, { ...around, match: taken }, 'complete'),
    () => ruling({ tradeId, caseId }, { ...around, match: taken }, 'cancel'),
  ];
  return [opened, taken, ...others.filter(() => chance.happens(0.5)).map((make) => make())];
}

function ruling(
  { tradeId, caseId }: { readonly tradeId: TradeId; readonly caseId: CaseId },
  { match, atMs, chance }: Around,
  outcome: RulingOutcome,
): Action {
  const name = `rule ${outcome} on ${tradeId}`;
  return {
    ...{ name, means: 'CaseRuled', command: commandOf(name, atMs) },
    follows: chance.happens(0.8) ? match : undefined,
    clients: chance.happens(0.3) ? 2 : 1,
    perform: (to, command) =>
      carryOutRuling(to, {
        ...{ command, trade: { tradeId } },
        ruling: { caseId, adminId, outcome, reasons: ['PARTY_SILENT'], grounds: statement },
      }),
  };
}
