import type { ApprovalId, MemberId, OrderId, TradeId } from './ids.ts';

/** Names of the ledger's streams. One stream is one consistency boundary. */
export const orderStream = (id: OrderId): string => `order-${id}`;
export const tradeStream = (id: TradeId): string => `trade-${id}`;
export const memberStream = (id: MemberId): string => `member-${id}`;
export const approvalStream = (id: ApprovalId): string => `approval-${id}`;
/** The only pair so far: won per USDT. */
export const priceStream = 'price-USDT-KRW';
/** The table of levels in force. */
export const levelsStream = 'levels';
