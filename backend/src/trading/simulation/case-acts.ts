import type { RulingOutcome } from '@matgyo/contracts/cases';
import type { CaseId, MemberId, TradeId } from '@matgyo/contracts/ids';
import { openCase, releaseCase, takeCase, withdrawCase } from '@matgyo/ledger/trade/case-decisions';
import type { PaymentChange } from '../trades/change-payment.ts';
import { carryOutRuling } from '../trades/finish-trade.ts';
import type { Act } from './acts.ts';
import { commandOf } from './market.ts';
import { type Around, actBy, by } from './payment-acts.ts';

const adminId = commandOf('', 0).actorId as MemberId;
const statement = 'c'.repeat(64);

/** A party opens a case on a match and takes it back, and an admin takes it, gives it back and rules, all at once. */
export function caseActs(
  { tradeId, memberId }: { readonly tradeId: TradeId; readonly memberId: MemberId },
  around: Around,
): readonly Act[] {
  const { chance } = around;
  const caseId = `4${tradeId.slice(1)}` as CaseId;
  const actor = { memberId, isAdmin: false };
  const act = (means: Act['means'], follows: Act | undefined, decide: PaymentChange['decide']) =>
    actBy({ ...around, match: follows }, { name: `${means} on ${tradeId}`, means, tradeId }, decide);
  const opened = by(
    memberId,
    act('CaseOpened', around.match, (trade) =>
      openCase(trade, { caseId, actor, reason: 'OTHER', statement }),
    ),
  );
  const taken = act('CaseTaken', opened, (trade) => takeCase(trade, { caseId, adminId }));
  const others = [
    () =>
      by(
        memberId,
        act('CaseWithdrawn', opened, (trade) => withdrawCase(trade, { caseId, actor })),
      ),
    () => act('CaseReleased', taken, (trade) => releaseCase(trade, { caseId, adminId })),
    () => ruling({ tradeId, caseId }, { ...around, match: taken }, 'complete'),
    () => ruling({ tradeId, caseId }, { ...around, match: taken }, 'cancel'),
  ];
  return [opened, taken, ...others.filter(() => chance.happens(0.5)).map((make) => make())];
}

function ruling(
  { tradeId, caseId }: { readonly tradeId: TradeId; readonly caseId: CaseId },
  { match, atMs, chance }: Around,
  outcome: RulingOutcome,
): Act {
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
