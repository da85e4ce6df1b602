import { deals } from './deals.ts';
import { inbox } from './inbox.ts';
import { menu } from './menu.ts';
import { overview } from './overview.ts';
import { queue } from './queue.ts';
import { reports } from './reports.ts';
import { setPrice } from './set-price.ts';
import { users } from './users.ts';

/** Texts of /admin and /manager, which members never fetch. */
export default {
  ...menu,
  ...deals,
  ...inbox,
  ...setPrice,
  ...overview,
  ...queue,
  ...reports,
  ...users,
} as const;
