import { type OrderId, orderCode, type Side } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { shownNickname } from '../../identity/members/nicknames.ts';

/** An order as it is named beside others: by its id, its code and its owner. */
export const namedOrder = (side: Side, id: OrderId, amount: Usdt, nickname: string | null) => ({
  _id: id,
  orderCode: orderCode(side, amount, id),
  nickname: shownNickname(nickname),
});
