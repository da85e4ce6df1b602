import type { Side } from '@matgyo/contracts/ids';

/**
 * Names of everything the client keeps. What is a member's own begins with `own`, so that signing out drops it at once.
 */
export const queryKeys = {
  price: {
    current: ['price', 'current'],
    history: (days: number) => ['price', 'history', days],
  },
  publicOrders: (side: Side) => ['public-orders', side],
  config: ['config'],
  own: {
    all: ['own'],
    account: (nickname: string) => ['own', 'account', nickname],
    orders: {
      all: ['own', 'orders'],
      side: (side: Side) => ['own', 'orders', side],
      history: (side: Side) => ['own', 'orders', side, 'history'],
      inProgress: (side: Side) => ['own', 'orders', side, 'in-progress'],
    },
    inquiries: ['own', 'inquiries'],
    trail: (orderId: string) => ['own', 'orders', 'trail', orderId],
  },
} as const;
