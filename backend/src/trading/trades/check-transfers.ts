import { uncheckedMark } from '@matgyo/ledger/trade/payment';
import { checkTransfer, type TransferSeen } from '@matgyo/ledger/trade/payment-decisions';
import { readPayment } from '@matgyo/projections/read-models/trades/payment';
import { paymentMethodsOf } from '../../identity/members/payment-methods.ts';
import { forEachSequentially } from '../../platform/background.ts';
import { uuidV5 } from '../commands/event-ids.ts';
import { systemCommand } from '../commands/execute-on-stream.ts';
import { isoOf } from '../commands/timing.ts';
import { executeOnTrade } from './execute-on-trade.ts';
import { judgeTransfer, type SolanaNode, statusesMax } from './solana-transfers.ts';
import type { TradeDependencies } from './trade-dependencies.ts';

const transfersNamespace = '6f6b7a51-2f6e-5b0a-9d4b-8c1d0e5a9b37';
/** How long to look for a transaction that the node does not know. */
const minutesLookedFor = 30;

type Dependencies = Pick<TradeDependencies, 'db' | 'ledger' | 'payoutChanges'>;

/**
 * Looks up the transactions of matched trades on Solana and records each outcome once in the trade's stream. The read
 * model only lists candidates; the trade's events decide, and concurrent backends create the same command.
 */
export async function checkTransfers(deps: Dependencies, node: SolanaNode): Promise<void> {
  const unchecked = await uncheckedTrades(deps);
  if (unchecked.length === 0) return;
  const known = await node.known(unchecked.map(({ signature }) => signature));
  await forEachSequentially(unchecked, async (trade) => {
    const found = known.get(trade.signature);
    const seen =
      found === undefined ? notFoundInTime(deps, trade) : found.isFinal && (await lookAt(deps, node, trade));
    if (seen) await note(deps, trade, { ...seen, signature: trade.signature });
  });
}

const uncheckedTrades = ({ db }: Dependencies) =>
  db
    .selectFrom('read_trades.trades')
    .select(['trade_id', 'revision', 'buyer_id', 'amount', 'proposed_at', 'matched_at', 'payment'])
    .select('unchecked_signature as signature')
    .where('unchecked_signature', 'is not', null)
    .$narrowType<{ signature: string; matched_at: Date }>()
    .orderBy('updated_at')
    .limit(statusesMax)
    .execute();
type Unchecked = Awaited<ReturnType<typeof uncheckedTrades>>[number];

/** Undefined while the node does not return what it knows: it is queried again. */
async function lookAt(
  deps: Dependencies,
  node: SolanaNode,
  { signature, buyer_id, amount, proposed_at, matched_at }: Unchecked,
): Promise<Omit<TransferSeen, 'signature'> | undefined> {
  const transaction = await node.transaction(signature).catch(() => undefined);
  if (transaction === undefined) return undefined;
  const { wallet } = await paymentMethodsOf(deps, buyer_id, proposed_at);
  // Without a wallet the buyer cannot have received USDT.
  const wanted = { wallet: wallet?.tetherAddress ?? '', amount, notBefore: matched_at.toISOString() };
  return judgeTransfer(transaction, wanted);
}

const notFoundInTime = (
  { ledger }: Dependencies,
  { payment, signature }: Unchecked,
): Omit<TransferSeen, 'signature'> | undefined => {
  const mark = uncheckedMark(readPayment(payment)?.marks ?? [], signature);
  const since = mark === undefined ? ledger.timing.now() : Date.parse(mark.at);
  return ledger.timing.now() - since < minutesLookedFor * 60_000 ? undefined : { outcome: 'not-found' };
};

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
