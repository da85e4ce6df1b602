import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { auditLog } from './audit-log.ts';
import { caseFile } from './case-file.ts';
import { chats } from './chats.ts';
import { commands } from './commands.ts';
import { deals } from './deals.ts';
import { inbox } from './inbox.ts';
import { menu } from './menu.ts';
import { overview } from './overview.ts';
import { payment } from './payment.ts';
import { queue } from './queue.ts';
import { reports } from './reports.ts';
import { reversals } from './reversals.ts';
import { setPrice } from './set-price.ts';
import { stuck } from './stuck.ts';
import { users } from './users.ts';

/** Texts of /admin and /manager, which members never fetch. */
export default {
  ...menu,
  ...approvals,
  ...auditLog,
  ...deals,
  ...inbox,
  ...setPrice,
  ...overview,
  ...queue,
  ...payment,
  ...audit,
  ...caseFile,
  ...chats,
  ...commands,
  ...stuck,
  ...reports,
  ...reversals,
  ...users,
} as const;
