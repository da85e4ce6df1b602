import { randomUUID } from 'node:crypto';
import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import type { Krw, Price } from '@matgyo/contracts/money';
import { orderStream, priceStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import {
  EventLogCorrupt,
  EventLogUnavailable,
  SqlStatementRefused,
} from '@matgyo/event-store/event-log-errors';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { approve, cancelAsAdmin, cancelAsOwner, reject } from '@matgyo/ledger/order/decisions';
import { priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { LedgerRefusal, refuse } from '@matgyo/ledger/refusal';
import { beforeEach, describe, expect, test } from 'vitest';
import { appendOrder } from '../../trading/orders/append-order.ts';
import { type Command, executeOnStream, type Ledger } from './execute-on-stream.ts';
import { ofOrder } from './ledger-streams.ts';
import { asOneAppend } from './one-append.ts';
import { RecentStreams } from './recent-streams.ts';
import type { LedgerLog } from './stream-history.ts';
import { systemTiming } from './timing.ts';

/** A process with its log, the recorded log calls and its remembered streams. */
interface Backend {
  readonly ledger: Ledger;
  readonly recent: RecentStreams;
  readonly calls: string[];
}

let log: MemoryLog;
let backend: Backend;
/** Another process on the same log. */
let other: Backend;
let interfere: (append: () => Promise<unknown>) => Promise<void>;

beforeEach(async () => {
  log = new MemoryLog();
  interfere = async () => {};
  [backend, other] = [openBackend(), openBackend()];
  await setPriceTo(other, '1400');
  await perform(other, placing('a'));
  calls().length = 0;
  other.calls.length = 0;
});

const calls = () => backend.calls;

function openBackend(): Backend {
  const requested: string[] = [];
  const counted: EventLog = Object.assign(Object.create(log) as EventLog, {
    readStream: (...read: Parameters<EventLog['readStream']>) => {
      requested.push(`read ${read[0]}`);
      return log.readStream(...read);
    },
    appendTogether: async (...append: Parameters<EventLog['appendTogether']>) => {
      requested.push('append');
      await interfere(() => log.appendTogether(...append));
      return log.appendTogether(...append);
    },
  });
  return { ledger: { log: counted, timing: systemTiming }, recent: new RecentStreams(), calls: requested };
}

const idOf = (digit: string) => digit.repeat(24) as OrderId;

function newCommand(): Command {
  const commandId = randomUUID();
  const actor = { actorId: 'b'.repeat(24), actorRole: 'admin' } as const;
  return {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    ...actor,
    at: '2026-01-01T00:00:00.000Z',
  };
}

type Work = (ledger: Ledger<LedgerLog>) => Promise<unknown>;

const perform = ({ ledger, recent }: Backend, work: Work, newStreams: readonly string[] = []) =>
  asOneAppend({ ledger, recent, newStreams, work, sqlStatements: () => [] });

function placing(digit: string): Work {
  const command = newCommand();
  return (ledger) =>
    appendOrder(ledger, command, {
      orderId: idOf(digit),
      side: 'sell',
      memberId: 'b'.repeat(24) as MemberId,
      krwAmount: '14000' as Krw,
      clientAmount: undefined,
      price: '1400' as Price,
      owner: { status: 'active', isVerified: true, referralCode: null, inviteCode: 'INVITE' },
    });
}

const setPriceTo = (by: Backend, price: string) =>
  perform(by, (ledger) => setPriceBy(ledger, newCommand(), price));

const setPriceBy = (ledger: Ledger<LedgerLog>, command: Command, price: string) =>
  executeOnStream({
    ledger,
    stream: priceStream,
    decider: priceDecider,
    command,
    extent: { newest: 1 },
    decide: (state) => setPrice(state, price as Price, 'not needed'),
  });

const deciding = (digit: string, decide: Parameters<typeof onOrder>[2]): Work => {
  const command = newCommand();
  return (ledger) => onOrder(ledger, command, decide, digit);
};
const onOrder = (
  ledger: Ledger<LedgerLog>,
  command: Command,
  decide: Parameters<
    typeof executeOnStream<Parameters<typeof approve>[0], ReturnType<typeof approve>[number]>
  >[0]['decide'],
  digit: string,
) => executeOnStream({ ledger, ...ofOrder(idOf(digit)), command, decide });

const typesOf = (digit: string) => log.streamNow(orderStream(idOf(digit))).map(({ type }) => type);
const refusalOf = (requested: Promise<unknown>) =>
  requested.then(
    () => 'done',
    (error: unknown) => (error instanceof LedgerRefusal ? error.code : error),
  );

describe('work in one append', () => {
  test('reads each stream once, and none that is new', async () => {
    await perform(backend, placing('c'), [orderStream(idOf('c'))]);
    await perform(backend, placing('d'), [orderStream(idOf('d'))]);
    expect(calls()).toEqual([`read ${priceStream}`, 'append', 'append']);
  });

  test('decides a writer that has waited for its turn again at once, before later ones', async () => {
    const writers = Array.from({ length: 20 }, (_, index) => String(1_500 + index));
    let decided = 0;
    const readThenSet = (price: string): Work => {
      const command = newCommand();
      return async (ledger) => {
        decided += 1;
        await ledger.log.readStream(priceStream, { direction: 'backwards', limit: 1 });
        return setPriceBy(ledger, command, price);
      };
    };
    await Promise.all(writers.map((price) => perform(backend, readThenSet(price))));
    const set = log.streamNow(priceStream).map(({ data }) => data['price']);
    expect(set).toEqual(['1400', ...writers]);
    expect(decided).toBeLessThanOrEqual(2 * writers.length);
  });

  test('reads an older part of a long stream only from there on', async () => {
    for (let price = 1401; price <= 1460; price += 1) await setPriceTo(other, String(price));
    let read = 0;
    const counting: LedgerLog = Object.assign(Object.create(log) as EventLog, {
      readStream: async (...wanted: Parameters<EventLog['readStream']>) => {
        const events = await log.readStream(...wanted);
        read += events.length;
        return events;
      },
    });
    const ledger = { ...backend.ledger, log: counting as EventLog };
    const older = { direction: 'backwards', from: 55, limit: 5 } as const;
    const { result } = await perform({ ...backend, ledger }, async ({ log: draft }) => [
      await draft.readStream(priceStream, older),
      await draft.readStream(priceStream, { direction: 'backwards', limit: 1 }),
    ]);
    expect(result).toEqual([
      await log.readStream(priceStream, older),
      await log.readStream(priceStream, { direction: 'backwards', limit: 1 }),
    ]);
    expect(read).toBe(10);
    const newestThree = { direction: 'backwards', limit: 3 } as const;
    const { result: three } = await perform(openBackend(), async ({ log: draft }) => {
      await draft.readStream(priceStream, { direction: 'backwards', limit: 1 });
      return draft.readStream(priceStream, newestThree);
    });
    expect(three).toEqual(await log.readStream(priceStream, newestThree));
    const beyond = { direction: 'backwards', from: 500, limit: 2 } as const;
    const { result: newest } = await perform(other, ({ log: draft }) =>
      draft.readStream(priceStream, beyond),
    );
    expect(newest).toEqual(await log.readStream(priceStream, beyond));
  });

  test('appends all its events in order, or none', async () => {
    const both: Work = async (ledger) => {
      await deciding('a', (order) => approve(order))(ledger);
      await placing('c')(ledger);
      await deciding('a', (order) => cancelAsAdmin(order, { reason: 'WITHDRAWN' }))(ledger);
    };
    const { events } = await perform(backend, both);
    expect(events.map(({ type }) => type)).toEqual(['OrderApproved', 'OrderPlaced', 'OrderCancelled']);
    expect(events.map(({ position }) => position)).toEqual(events.map(({ position }) => position).toSorted());
    expect(calls().filter((call) => call === 'append')).toHaveLength(1);
    const count = log.events.length;
    const halfRefused: Work = async (ledger) => {
      await placing('d')(ledger);
      await deciding('a', (order) => approve(order))(ledger);
    };
    expect(await refusalOf(perform(backend, halfRefused))).toBe('ORDER_NOT_PENDING');
    expect(log.events).toHaveLength(count);
  });

  test('is decided again if a stream it only read has changed', async () => {
    interfere = async () => {
      interfere = async () => {};
      await setPriceTo(other, '1500');
    };
    expect(await refusalOf(perform(backend, placing('c')))).toBe('PRICE_CHANGED');
    expect(typesOf('c')).toEqual([]);
  });

  test('is decided again on the log after a refusal on remembered streams', async () => {
    await perform(
      backend,
      deciding('a', (order) => approve(order)),
    );
    await setPriceTo(backend, '1500');
    await setPriceTo(other, '1400');
    expect(await refusalOf(perform(backend, placing('c')))).toBe('done');
  });

  test('is decided again on the log after a refusal on the one stream that it remembered', async () => {
    const cancelling = deciding('a', (order) =>
      order.phase === 'pending' ? refuse('PRICE_NOT_SET') : cancelAsAdmin(order, { reason: 'WITHDRAWN' }),
    );
    expect(await refusalOf(perform(backend, cancelling))).toBe('PRICE_NOT_SET');
    await perform(
      other,
      deciding('a', (order) => approve(order)),
    );
    expect(await refusalOf(perform(backend, cancelling))).toBe('done');
  });

  test('detects outdated streams at the append', async () => {
    await perform(backend, placing('c'));
    await perform(
      other,
      deciding('c', (order) => approve(order)),
    );
    expect(
      await refusalOf(
        perform(
          backend,
          deciding('c', (order) => approve(order)),
        ),
      ),
    ).toBe('ORDER_NOT_PENDING');
    expect(typesOf('c')).toEqual(['OrderPlaced', 'OrderApproved']);
  });

  test('does not mistake another run’s events for its own', async () => {
    const command = newCommand();
    const rejecting =
      (reason: string): Work =>
      (ledger) =>
        onOrder(ledger, command, (order) => reject(order, { reason }), 'a');
    await perform(backend, placing('c'));
    // Pending in memory, but rejected by another process under the same key with another reason.
    await refusalOf(
      perform(
        backend,
        deciding('a', (order) =>
          cancelAsOwner(order, { memberId: 'd'.repeat(24) as MemberId, reason: 'WITHDRAWN' }),
        ),
      ),
    );
    await perform(other, rejecting('PRICE'));
    expect(backend.recent.get(orderStream(idOf('a')))).toHaveLength(1);
    await expect(perform(backend, rejecting('OTHER'))).rejects.toThrow(SqlStatementRefused);
    expect(typesOf('a')).toEqual(['OrderPlaced', 'OrderRejected']);
  });

  test('forgets the streams of a log that was replaced', async () => {
    await perform(backend, placing('c'));
    interfere = async () => {
      interfere = async () => {};
      throw new EventLogCorrupt('another hash than the writer saw');
    };
    expect(await refusalOf(perform(backend, placing('d')))).toBe('done');
  });

  test.each(['lost request', 'lost reply'])('is stored once after a %s', async (lost) => {
    interfere = async (append) => {
      interfere = async () => {};
      if (lost === 'lost reply') await append();
      throw new EventLogUnavailable('unknown');
    };
    const { events } = await perform(backend, placing('c'));
    expect(events.map(({ type }) => type)).toEqual(['OrderPlaced']);
    expect(typesOf('c')).toEqual(['OrderPlaced']);
  });

  test('reports that nothing was written only if that is certain', async () => {
    interfere = async () => {
      interfere = async () => {
        throw new EventLogUnavailable('none');
      };
      throw new EventLogUnavailable('unknown');
    };
    let nowMs = 0;
    const timing = { ...systemTiming, elapsed: () => (nowMs += 1_000) };
    const impatient = { ...backend, ledger: { ...backend.ledger, timing } };
    await expect(perform(impatient, placing('c'))).rejects.toMatchObject({ outcome: 'unknown' });
    interfere = async () => {
      throw new EventLogUnavailable('none');
    };
    await expect(perform(backend, placing('d'))).rejects.toMatchObject({ outcome: 'none' });
  });

  test('one of sixty-four writers of an order wins, and the others need no append', async () => {
    const writers = Array.from({ length: 64 }, () =>
      refusalOf(
        perform(
          backend,
          deciding('a', (order) => approve(order)),
        ),
      ),
    );
    const answers = await Promise.all(writers);
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'ORDER_NOT_PENDING')).toHaveLength(63);
    expect(calls().filter((call) => call === 'append')).toHaveLength(1);
  });
});
