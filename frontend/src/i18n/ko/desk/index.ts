import { menu } from './menu.ts';

/** Texts of /admin and /manager, which members never fetch. */
export default { ...menu } as const;
