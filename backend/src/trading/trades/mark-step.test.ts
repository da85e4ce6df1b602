import { randomUUID } from 'node:crypto';
import type { MemberId, TradeId } from '@matgyo/contracts/ids';
import { base58 } from '@matgyo/contracts/solana-address';
import type { EventLog } from '@matgyo/event-store/event-log';
import * as decisions from '@matgyo/ledger/trade/payment-decisions';
import type { Trade } from '@matgyo/ledger/trade/trade';
import { startCancelling } from '@matgyo/ledger/trade/trade-decisions';
import { beforeEach, expect, test } from 'vitest';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { commandIdOf } from '../../platform/commands/ledger-command.ts';
import { ofTrade } from '../../platform/commands/ledger-streams.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { openMarket } from '../orders/market.fixture.ts';
import { commandOf } from './ledger-market.fixture.ts';
import { markStep } from './mark-step.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { releasedSignature, statedSignature } from './transaction-signatures.ts';

let seller: Person;
let buyer: Person;
let tradeId: TradeId;

const server = await sharedTestServer();
const market = await openMarket(server);
beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(seller, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '140000');
  tradeId = (await market.match(sell, buy))._id as TradeId;
  for (const [person, step] of [[buyer, 'payment-sent'] as const, [seller, 'payment-received'] as const])
    await server.request('POST', `/trades/${tradeId}/steps`, { token: person.token, body: { step } });
});

const newSignature = () =>
  `4${Array.from({ length: 86 }, () => base58[Math.floor(Math.random() * 58)]).join('')}`;

/** On a log that cannot write rows with events, like EventStoreDB; `meanwhile` runs before the mark is appended. */
function markStepwise(signature: string, meanwhile: () => Promise<unknown>, more: object = {}) {
  let first = true;
  const log = Object.assign(Object.create(server.log) as EventLog, {
    appendScope: 'streams',
    readStream: (...read: Parameters<EventLog['readStream']>) => server.log.readStream(...read),
    append: async (...append: Parameters<EventLog['append']>) => {
      if (first) await meanwhile();
      first = false;
      return server.log.append(...append);
    },
  });
  const deps = {
    db: createDatabase(server.pool),
    pool: server.pool,
    ledger: { log, timing: systemTiming },
    now: Date.now,
    visibility: { waitUntilVisible: async () => true },
  } as unknown as TradeDependencies;
  const caller = { memberId: seller.memberId as MemberId, admin: false, manager: false };
  const request = {
    caller,
    params: { id: tradeId },
    body: { step: 'tether-sent', signature },
    method: 'POST',
    path: `/trades/${tradeId}/steps`,
    reply: { header: () => undefined },
    ...more,
  };
  return markStep(deps)(request as never);
}

const onTrade = (
  name: string,
  decide: (trade: Trade) => ReturnType<typeof startCancelling>,
  actorId?: string,
) =>
  executeOnStream({
    ledger: { log: server.log, timing: systemTiming },
    ...ofTrade(tradeId),
    decide,
    command: {
      ...commandOf(`${name} ${tradeId}`, Date.now()),
      ...(actorId && { actorId, actorRole: 'member' }),
    },
  });

const holderOf = async (signature: string) => {
  const { rows } = await server.pool.query<{ trade_id: string; command_id: string }>(
    'select trade_id, command_id from app.transaction_signatures where signature = $1',
    [signature],
  );
  return rows[0];
};

test('releases a signature if its mark is refused', async () => {
  const signature = newSignature();
  const cancelled = () => onTrade('cancel', (trade) => startCancelling(trade, 'CANCELLED_BY_ADMIN'));
  await expect(markStepwise(signature, cancelled)).rejects.toMatchObject({ code: 'TRADE_NOT_MATCHED' });
  expect(await holderOf(signature)).toBeUndefined();
});

test('keeps the signature if a concurrent mark of the same trade has it; that mark can be undone', async () => {
  const signature = newSignature();
  const actor = { memberId: seller.memberId as MemberId, admin: false };
  const faster = () =>
    onTrade(
      'faster',
      (trade) => decisions.markStep(trade, { step: 'tether-sent', actor, signature }),
      seller.memberId,
    );
  await expect(markStepwise(signature, faster)).rejects.toMatchObject({ code: 'STEP_ALREADY_MARKED' });
  expect(await holderOf(signature)).toEqual({
    trade_id: tradeId,
    command_id: commandOf(`faster ${tradeId}`).commandId,
  });
  const undone = await server.request('DELETE', `/trades/${tradeId}/steps`, {
    token: seller.token,
    body: { step: 'tether-sent' },
  });
  expect(undone.status).toBe(200);
  expect(await holderOf(signature)).toBeUndefined();
});

test('keeps the signature while an append of an earlier run may still arrive', async () => {
  const signature = newSignature();
  const cancelled = () => onTrade('cancel', (trade) => startCancelling(trade, 'CANCELLED_BY_ADMIN'));
  const by = { caller: { memberId: seller.memberId }, method: 'POST', path: `/trades/${tradeId}/steps` };
  await server.pool.query(
    `insert into app.commands (command_id, body_hash, new_id, lease, lease_until, in_doubt_until)
     values ($1, 'body', 'id', gen_random_uuid(), now() - interval '1 second', now() + interval '1 hour')`,
    [commandIdOf(by as never, 'in doubt')],
  );
  const repeated = { idempotencyKey: 'in doubt', bodyHash: () => 'body' };
  await expect(markStepwise(signature, cancelled, repeated)).rejects.toMatchObject({ outcome: 'unknown' });
  expect((await holderOf(signature))?.trade_id).toBe(tradeId);
});

test('releases only the signature of the command that had claimed it', async () => {
  const signature = newSignature();
  const [first, second] = [randomUUID(), randomUUID()];
  for (const { text, values } of [
    statedSignature(signature, tradeId, first),
    statedSignature(signature, tradeId, second),
    releasedSignature(tradeId, first),
  ])
    await server.pool.query(text, [...values]);
  expect(await holderOf(signature)).toEqual({ trade_id: tradeId, command_id: second });
});

test('keeps the signature of a mark that was made', async () => {
  const signature = newSignature();
  await markStepwise(signature, async () => {});
  expect((await holderOf(signature))?.trade_id).toBe(tradeId);
});
