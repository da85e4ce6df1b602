import { menu } from './menu.ts';
import { reports } from './reports.ts';
import { users } from './users.ts';

/** Texts of /admin and /manager, which members never fetch. */
export default { ...menu, ...reports, ...users } as const;
