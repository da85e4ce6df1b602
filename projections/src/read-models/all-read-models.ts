import type { ReadModel } from '../read-model.ts';
import type { ReadModelName } from '../tables.ts';
import { accounts } from './accounts/accounts.ts';
import { approvals } from './approvals/approvals.ts';
import { fees } from './fees/fees.ts';
import { heads } from './heads/heads.ts';
import { journal } from './journal/journal.ts';
import { moments } from './moments/moments.ts';
import { notifications } from './notifications/notifications.ts';
import { orders } from './orders/orders.ts';
import { prices } from './prices/prices.ts';
import { stats } from './stats/stats.ts';
import { trades } from './trades/trades.ts';
import { trail } from './trail/trail.ts';

const byName: { readonly [Name in ReadModelName]: ReadModel } = {
  accounts,
  orders,
  trades,
  prices,
  approvals,
  trail,
  stats,
  fees,
  journal,
  moments,
  notifications,
  heads,
};

export const allReadModels: readonly ReadModel[] = Object.values(byName);

export const readModelNamed = (name: string): ReadModel | undefined =>
  allReadModels.find((model) => model.name === name);
