import type { TradeId } from '@matgyo/contracts/ids';
import { expect, test } from 'vitest';
import type { CommandRequest } from '../../platform/commands/ledger-command.ts';
import { tradeCommand } from './trade-command.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { TradeNotFinished } from './trade-process.ts';

test('a match that was decided but not finished is reported with its id', async () => {
  const tradeId = 'a'.repeat(24) as TradeId;
  const ledger = { log: { appendScope: 'streams' } };
  const deps = { now: Date.now, ledger, process: { ledger } } as unknown as TradeDependencies;
  const request = { caller: { memberId: 'b'.repeat(24), admin: true } } as unknown as CommandRequest;
  const answer = tradeCommand(
    deps,
    request,
    () => 'Orders matched.',
    async () => {
      throw new TradeNotFinished(tradeId);
    },
  );
  await expect(answer).rejects.toMatchObject({ code: 'TRADE_NOT_FINISHED', details: { tradeId } });
});
