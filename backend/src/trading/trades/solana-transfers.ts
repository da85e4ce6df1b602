import type { Usdt } from '@matgyo/contracts/money';
import { compareMoney, usdtOfMicros } from '@matgyo/contracts/money';
import type { TransferSeen } from '@matgyo/ledger/trade/payment-decisions';
import { z } from 'zod';

export const usdtMint = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
const timeoutMs = 5_000;
/** Signatures per request, the node's limit. */
export const statusesMax = 256;

const status = z.object({ confirmationStatus: z.string().nullable() }).nullable();
const balances = z
  .array(
    z.object({
      mint: z.string(),
      owner: z.string().optional(),
      uiTokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/) }),
    }),
  )
  .nullish();
const transaction = z
  .object({
    blockTime: z.number().nullish(),
    meta: z.object({ err: z.unknown(), preTokenBalances: balances, postTokenBalances: balances }),
  })
  .nullable();
type Transaction = NonNullable<z.output<typeof transaction>>;

/** The expected transfer: a minimum of USDT to a wallet, not before a time (ISO 8601 in UTC). */
export interface WantedTransfer {
  readonly wallet: string;
  readonly amount: Usdt;
  readonly notBefore: string;
}

export interface SolanaNode {
  /** The known ones of these signatures, and whether their transactions are final. */
  known(signatures: readonly string[]): Promise<ReadonlyMap<string, { readonly isFinal: boolean }>>;
  /** Undefined unless the node has the final transaction. */
  transaction(signature: string): Promise<Transaction | undefined>;
}

/** A Solana JSON-RPC node. Throws when it does not answer in time or not as documented. */
export function createSolanaNode(url: string): SolanaNode {
  const call = async <Result>(method: string, params: readonly unknown[], result: z.ZodType<Result>) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // The address may contain a key, so errors must not include it.
    if (!response.ok) throw new Error(`the Solana node answered ${method} with ${response.status}`);
    const answer = z.object({ result }).safeParse(await response.json().catch(() => undefined));
    if (!answer.success) throw new Error(`the Solana node answered ${method} with something else`);
    return answer.data.result;
  };
  return {
    async known(signatures) {
      const params = [signatures, { searchTransactionHistory: true }];
      const { value } = await call('getSignatureStatuses', params, z.object({ value: z.array(status) }));
      return new Map(
        signatures.flatMap((signature, index) => {
          const found = value[index];
          return found ? [[signature, { isFinal: found.confirmationStatus === 'finalized' }]] : [];
        }),
      );
    },
    async transaction(signature) {
      const options = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 };
      return (await call('getTransaction', [signature, options], transaction)) ?? undefined;
    },
  };
}

/**
 * The effect of a final transaction on a wallet. The received amount is rounded down to 4 decimals, so it is never
 * overstated. Undefined while the node does not say when it was made: it may be older than the match.
 */
export function judgeTransfer(
  { blockTime, meta }: Transaction,
  { wallet, amount, notBefore }: WantedTransfer,
): Omit<TransferSeen, 'signature'> | undefined {
  if (meta.err !== null) return { outcome: 'failed' };
  const reached = balanceOf(wallet, meta.postTokenBalances) - balanceOf(wallet, meta.preTokenBalances);
  if (reached <= 0n) return { outcome: 'elsewhere' };
  if (blockTime == null) return undefined;
  const seen = usdtOfMicros(reached);
  if (blockTime * 1_000 < Date.parse(notBefore)) return { outcome: 'earlier', amount: seen };
  return { outcome: compareMoney(seen, amount) < 0 ? 'too-little' : 'arrived', amount: seen };
}

/** In millionths, over all of the wallet's accounts for the token. */
const balanceOf = (wallet: string, tokenBalances: z.output<typeof balances>): bigint =>
  (tokenBalances ?? [])
    .filter(({ mint, owner }) => mint === usdtMint && owner === wallet)
    .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n);
