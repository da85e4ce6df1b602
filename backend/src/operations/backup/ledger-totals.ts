import { createHash } from 'node:crypto';
import { toLedgerEvent, UnreadableEvent } from '@matgyo/contracts/events/ledger-event';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import { addKrw, addUsdt, type Krw, zeroUsdt } from '@matgyo/contracts/money';
import type { ChainedEvent } from '@matgyo/ledger/proof/stream-chain';
import { type Movement, movementOf } from '@matgyo/projections/read-models/trade-events';
import type { AsOfSources } from '@matgyo/projections/reports/as-of-point';
import { createFeeReports } from '@matgyo/projections/reports/fee-reports';
import { fingerprintLine } from '@matgyo/projections/reports/fee-rows';
import { trialBalance } from '@matgyo/projections/reports/trial-balance';
import type { LedgerTotals } from './manifest.ts';

/** Sums completed trades, less reversed ones, directly from their events, in log order and constant memory. */
export class LedgerTotalsSum {
  readonly #feeReport = createHash('sha256');
  #sums = { trades: 0, amount: zeroUsdt, krw: '0' as Krw, fee: zeroUsdt };
  #isReadable = true;

  add({ id, type, data, metadata }: ChainedEvent): void {
    if ((type !== 'TradeCompleted' && type !== 'TradeReversed') || !this.#isReadable) return;
    const trade = movementIn({ type, data, schemaVersion: metadata.schemaVersion });
    if (trade === undefined) {
      this.#isReadable = false;
      return;
    }
    const { trades, amount, krw, fee } = this.#sums;
    this.#sums = {
      trades: trades + (trade.kind === 'completion' ? 1 : 0),
      amount: addUsdt(amount, trade.amount),
      krw: addKrw(krw, trade.krw),
      fee: addUsdt(fee, trade.fee),
    };
    const row = { ...trade, eventId: id, referralCode: trade.sellerReferralCode, at: metadata.at };
    this.#feeReport.update(fingerprintLine(row));
  }

  /** Call once, at the end. Null when this version could not read a completed trade. */
  close(): LedgerTotals | null {
    return this.#isReadable ? { ...this.#sums, feeReport: this.#feeReport.digest('hex') } : null;
  }
}

function movementIn(stored: Parameters<typeof toLedgerEvent>[0]): Movement | undefined {
  try {
    return movementOf(toLedgerEvent(stored) as TradeEvent);
  } catch (error) {
    if (error instanceof UnreadableEvent) return undefined;
    throw error;
  }
}

/**
 * Compares the reports of rebuilt read models (fee report with its fingerprint, trial balance) with the totals of a
 * backup. Describes each difference; empty when all agree.
 *
 * @throws ReadModelUnavailable
 */
export async function differencesOfTotals(
  sources: AsOfSources,
  books: LedgerTotals,
): Promise<readonly string[]> {
  const all = { from: '1970-01-01', to: '9999-12-31' };
  const report = await createFeeReports(sources)(all, async (summary) => summary);
  const balance = await trialBalance(sources);
  const usdtOf = (account: string): string | undefined =>
    balance.accounts.find((one) => one.account === account && one.currency === 'USDT')?.amount;
  const compared: readonly [what: string, is: unknown, shouldBe: unknown][] = [
    ['the trades of the fee report', report.totals.trades, books.trades],
    ['the USDT of the fee report', report.totals.amount, books.amount],
    ['the won of the fee report', report.totals.krw, books.krw],
    ['the fees of the fee report', report.totals.fee, books.fee],
    ['the fingerprint of the fee report', report.sha256, books.feeReport],
    ['the trades of the journal', balance.trades, books.trades],
    ['the balance of the journal', balance.balanced, true],
    ['what buyers received, by the journal', usdtOf('buyer'), books.amount],
    ['what the platform received, by the journal', usdtOf('platform'), books.fee],
  ];
  return compared
    .filter(([, is, shouldBe]) => is !== shouldBe)
    .map(([what, is, shouldBe]) => `${what} is ${is}, not ${shouldBe}`);
}
