import { menu } from './menu.ts';
import { overview } from './overview.ts';
import { reports } from './reports.ts';
import { users } from './users.ts';

/** Texts of /admin and /manager, which members never fetch. */
export default { ...menu, ...overview, ...reports, ...users } as const;
