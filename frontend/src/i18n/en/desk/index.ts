import { menu } from './menu.ts';
import { reports } from './reports.ts';

/** Texts of /admin and /manager, which members never fetch. */
export default { ...menu, ...reports } as const;
