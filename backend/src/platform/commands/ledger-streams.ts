import type { ApprovalId, MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import { approvalStream, memberStream, orderStream, tradeStream } from '@matgyo/contracts/streams';
import { accountDecider } from '@matgyo/ledger/account/account';
import { approvalDecider } from '@matgyo/ledger/approval/approval';
import { orderDecider } from '@matgyo/ledger/order/order';
import { tradeDecider } from '@matgyo/ledger/trade/trade';

/* The streams of the ledger, each with the decider that its events are folded with. */

export const ofMember = (id: MemberId) => ({ stream: memberStream(id), decider: accountDecider });
export const ofOrder = (id: OrderId) => ({ stream: orderStream(id), decider: orderDecider });
export const ofTrade = (id: TradeId) => ({ stream: tradeStream(id), decider: tradeDecider });
export const ofApproval = (id: ApprovalId) => ({ stream: approvalStream(id), decider: approvalDecider });
