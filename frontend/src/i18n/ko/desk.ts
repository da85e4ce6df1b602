import { desk } from './desk/desk.ts';

/** The texts of the admins' and managers' screens. */
export default { ...desk } as const;
