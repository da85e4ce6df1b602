import type ko from '../ko/desk.ts';
import { desk } from './desk/desk.ts';

/** The same keys as Korean, with words of its own. */
type Words<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Words<Texts[Key]> };

export default { ...desk } as const satisfies Words<typeof ko>;
