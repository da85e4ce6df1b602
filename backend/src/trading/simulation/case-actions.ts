import { type AppealOutcome, appealOutcomes, type RulingOutcome } from '@matgyo/contracts/cases';
import type { CaseId, MemberId, TradeId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { appeal } from '@matgyo/ledger/trade/appeal-decisions';
import { openCase, releaseCase, takeCase, withdrawCase } from '@matgyo/ledger/trade/case-decisions';
import { isoOf } from '../../platform/commands/timing.ts';
import { decideAppeal } from '../cases/appeal-case.ts';
import type { TradeChange } from '../trades/execute-on-trade.ts';
import { carryOutRuling } from '../trades/finish-trade.ts';
import type { Action } from './actions.ts';
import { commandOf } from './market.ts';
import { type Around, actionOf, by, decideAs } from './payment-actions.ts';

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
  const action = (means: Action['means'], follows: Action | undefined, decide: TradeChange['decide']) =>
    decideAs({ ...around, match: follows }, { name: `${means} on ${tradeId}`, means, tradeId }, decide);
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
    () => ruling({ tradeId, caseId }, { ...around, match: taken }, 'complete', '1.0000' as Usdt),
    () => ruling({ tradeId, caseId }, { ...around, match: taken }, 'cancel'),
  ];
  const chosen = others.filter(() => chance.happens(0.5)).map((make) => make());
  const rulings = chosen.filter(({ means }) => means === 'CaseRuled');
  const appeals = rulings.slice(0, chance.happens(0.7) ? 1 : 0).flatMap((ruled) => {
    const appealed = by(
      memberId,
      action('CaseAppealed', ruled, (trade) =>
        appeal(trade, { caseId, actor, statement, at: isoOf(around.atMs) }),
      ),
    );
    const about = { tradeId, caseId };
    return [appealed, deciding(about, { ...around, match: appealed }, chance.pick(appealOutcomes))];
  });
  return [opened, taken, ...chosen, ...appeals];
}

/** By the admin who ruled, as where there is no other; a reversal is another way (`actions.ts`). */
function deciding(about: About, around: Around, outcome: AppealOutcome): Action {
  const { tradeId } = about;
  const named = { name: `decide the appeal on ${tradeId}`, means: 'AppealRuled', tradeId } as const;
  return actionOf(around, named, (to, command) =>
    decideAppeal(to, { ...about, command, outcome, grounds: statement }),
  );
}

interface About {
  readonly tradeId: TradeId;
  readonly caseId: CaseId;
}

/** `amount`: to complete as much; more than is matched is refused. */
function ruling({ tradeId, caseId }: About, around: Around, outcome: RulingOutcome, amount?: Usdt): Action {
  const named = {
    name: `rule ${outcome} ${amount ?? ''} on ${tradeId}`,
    means: 'CaseRuled',
    tradeId,
  } as const;
  return actionOf(around, named, (to, command) =>
    carryOutRuling(to, {
      approval: 'nothing typed',
      command,
      trade: { tradeId },
      ruling: { caseId, adminId, outcome, amount, reasons: ['PARTY_SILENT'], grounds: statement },
    }),
  );
}
