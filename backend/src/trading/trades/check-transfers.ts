import type { TradeId } from '@matgyo/contracts/ids';
import { LruCache } from '@matgyo/event-store/lru-cache';
import { checkTransfer, type TransferSeen } from '@matgyo/ledger/trade/payment-decisions';
import { paymentMethodsOf } from '../../identity/members/payment-methods.ts';
import { forEachSequentially } from '../../platform/background.ts';
import { uuidV5 } from '../../platform/commands/event-ids.ts';
import { systemCommand } from '../../platform/commands/execute-on-stream.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import { executeOnTrade } from './execute-on-trade.ts';
import { judgeTransfer, type SolanaNode, statusesMax } from './solana-transfers.ts';
import type { TradeDependencies } from './trade-dependencies.ts';

const transfersNamespace = '6f6b7a51-2f6e-5b0a-9d4b-8c1d0e5a9b37';
/** How many checks in a row may not find a transaction: one every ten seconds makes half an hour. */
const unknownMax = 180;
/** Checks in a row that cannot judge a final transaction; after them only every `laterEvery`-th round checks it. */
const unjudgedMax = 6;
const laterEvery = 60;
const rememberedMax = 10_000;

type Dependencies = Pick<TradeDependencies, 'db' | 'ledger' | 'payoutChanges'>;

/**
 * Looks up the transactions of matched trades on Solana and records each outcome once in the trade's stream. The read
 * model only lists candidates; the trade's events decide, and concurrent backends create the same command.
 *
 * Each call looks at the ones after those of the last call, so that none that stays unchecked keeps others waiting.
 */
export function createTransferCheck(deps: Dependencies, node: SolanaNode): () => Promise<void> {
  const count = createLooks();
  let after: Unchecked | undefined;
  const seenOf = async (trade: Unchecked, isFinal: boolean | undefined) => {
    // A mark that was undone and made again is another one.
    const looks = count(`${trade.trade_id} ${trade.revision}`, isFinal);
    if (isFinal === undefined && looks >= unknownMax) return { outcome: 'not-found' } as const;
    const isDue = looks <= unjudgedMax || looks % laterEvery === 0;
    return isFinal && isDue ? lookAt(deps, node, trade) : undefined;
  };
  return async () => {
    const unchecked = await uncheckedTrades(deps, after);
    after = unchecked.length < statusesMax ? undefined : unchecked.at(-1);
    if (unchecked.length === 0) return;
    const known = await node.known(unchecked.map(({ signature }) => signature));
    await forEachSequentially(unchecked, async (trade) => {
      const { signature } = trade;
      const seen = await seenOf(trade, known.get(signature)?.isFinal);
      if (seen !== undefined) await note(deps, trade, { ...seen, signature });
    });
  };
}

/** Counts the looks at a trade in a row that found the same: that its transaction is final, not yet, or unknown. */
function createLooks(): (trade: string, isFinal: boolean | undefined) => number {
  const known = new LruCache<{ readonly isFinal: boolean | undefined; readonly looks: number }>(
    rememberedMax,
  );
  return (trade, isFinal) => {
    const before = known.get(trade);
    const looks = before?.isFinal === isFinal ? (before?.looks ?? 0) + 1 : 1;
    known.set(trade, { isFinal, looks });
    return looks;
  };
}

type Unchecked = Awaited<ReturnType<typeof uncheckedTrades>>[number];

const uncheckedTrades = (
  { db }: Dependencies,
  after?: { readonly updated_at: Date; readonly trade_id: TradeId },
) =>
  db
    .selectFrom('read_trades.trades')
    .select(['trade_id', 'revision', 'buyer_id', 'amount', 'matched_at', 'updated_at'])
    .select('unchecked_signature as signature')
    .where('unchecked_signature', 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('updated_at', 'trade_id'),
          '>',
          tuple(after?.updated_at as Date, after?.trade_id as TradeId),
        ),
      ),
    )
    .$narrowType<{ signature: string; matched_at: Date }>()
    .orderBy('updated_at')
    .orderBy('trade_id')
    .limit(statusesMax)
    .execute();

/** Undefined while the node does not return what it knows: it is queried again. */
async function lookAt(
  deps: Dependencies,
  node: SolanaNode,
  { signature, buyer_id, amount, matched_at }: Unchecked,
): Promise<Omit<TransferSeen, 'signature'> | undefined> {
  const transaction = await node.transaction(signature).catch(() => undefined);
  if (transaction === undefined) return undefined;
  const { wallet } = await paymentMethodsOf(deps, buyer_id, matched_at);
  // Without a wallet the buyer cannot have received USDT.
  const wanted = { wallet: wallet?.tetherAddress ?? '', amount, notBefore: matched_at.toISOString() };
  return judgeTransfer(transaction, wanted);
}

async function note(
  { ledger }: Dependencies,
  { trade_id: tradeId, revision }: Unchecked,
  seen: TransferSeen,
): Promise<void> {
  const commandId = uuidV5(transfersNamespace, `${tradeId} ${revision}`);
  await executeOnTrade(ledger, {
    tradeId,
    command: systemCommand('transfer-check', { commandId, at: isoOf(ledger.timing.now()) }),
    decide: (trade) => checkTransfer(trade, seen),
  });
}
