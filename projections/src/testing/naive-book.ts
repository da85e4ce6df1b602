import type { RecordedEvent } from '@matgyo/event-store/event-log';

type Data = Readonly<Record<string, string>>;

interface NaiveOrder {
  readonly amount: bigint;
  reserved: bigint;
  settled: bigint;
  withdrawn: bigint;
  fee: bigint;
  status: 'pending' | 'open' | 'completed' | 'rejected' | 'cancelled';
}

/**
 * The figures of a log by the shortest way: a loop with whole numbers (a ten-thousandth of a USDT, a won), which
 * shares nothing with the read models it is compared with.
 */
export function naiveBook(events: readonly RecordedEvent[]) {
  const orders = new Map<string, NaiveOrder>();
  const trades = new Map<string, { status: string; fee: bigint | null }>();
  const members = new Map<
    string,
    { active: boolean; admin: boolean; manager: boolean; code: string | null }
  >();
  const days = new Map<string, { users: number; trades: number; sales: bigint; fees: bigint; won: bigint }>();
  const fees: string[] = [];
  let price: string | undefined;

  const dayOf = (at: string) => {
    const day = new Date(Date.parse(at) + 32_400_000).toISOString().slice(0, 10);
    const counted = days.get(day) ?? { users: 0, trades: 0, sales: 0n, fees: 0n, won: 0n };
    days.set(day, counted);
    return counted;
  };
  for (const { id, type, data, metadata } of events) {
    const said = data as Data;
    const order = orders.get(said['orderId'] ?? '') as NaiveOrder;
    const member = members.get(said['memberId'] ?? '') ?? {
      active: false,
      admin: false,
      manager: false,
      code: null,
    };
    const amount = units(said['amount'] ?? '0');
    const trade = (status: string) => trades.set(said['tradeId'] ?? '', { status, fee: null });
    const role = said['role'] as 'admin' | 'manager';
    if (type === 'PriceSet') price = said['price'];
    if (type.startsWith('Member') || type.startsWith('Role') || type.startsWith('Referral'))
      members.set(said['memberId'] ?? '', member);
    if (type === 'MemberRegistered') dayOf(metadata.at).users += 1;
    if (type === 'MemberRegistered' || type === 'ReferralCodeChanged')
      member.code = said['referralCode'] ?? null;
    if (type === 'MemberActivated') member.active = true;
    if (type === 'MemberDeactivated') member.active = false;
    if (type === 'RoleGranted') member[role] = true;
    if (type === 'RoleRevoked') member[role] = false;
    if (type === 'OrderPlaced')
      orders.set(said['orderId'] ?? '', {
        ...{ amount, reserved: 0n, settled: 0n, withdrawn: 0n, fee: 0n, status: 'pending' },
      });
    if (type === 'OrderApproved') order.status = 'open';
    if (type === 'OrderRejected') order.status = 'rejected';
    if (type === 'OrderCompleted') order.status = 'completed';
    if (type === 'OrderCancelled') {
      order.status = 'cancelled';
      order.withdrawn = units(said['withdrawn'] ?? '0');
    }
    if (type === 'FillReserved') order.reserved += amount;
    if (type === 'FillReleased') order.reserved -= amount;
    if (type === 'FillSettled') {
      order.reserved -= amount;
      order.settled += amount;
      order.fee += units(said['fee'] ?? '0');
    }
    if (type.startsWith('Trade')) trade(type.slice(5).toLowerCase());
    if (type === 'TradeCompleted') {
      const fee = units(said['fee'] ?? '0');
      trades.set(said['tradeId'] ?? '', { status: 'completed', fee });
      fees.push(id);
      const counted = dayOf(metadata.at);
      counted.trades += 1;
      counted.sales += amount;
      counted.fees += fee;
      counted.won += BigInt(said['krw'] ?? '0');
    }
  }
  return { orders, trades, members, days, fees, price };
}

/** '714.2857' is 7142857. */
export const units = (usdt: string): bigint => BigInt(usdt.replace('.', ''));
