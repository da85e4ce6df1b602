import { approvals } from './approvals.ts';
import { chats } from './chats.ts';
import { menu } from './menu.ts';
import { operations } from './operations.ts';
import { queue } from './queue.ts';
import { reports } from './reports.ts';
import { trades } from './trades.ts';
import { trail } from './trail.ts';
import { users } from './users.ts';

/** Texts of /admin and /manager, which members never fetch. */
export default {
  ...menu,
  ...approvals,
  ...chats,
  ...operations,
  ...queue,
  ...reports,
  ...trades,
  ...trail,
  ...users,
} as const;
