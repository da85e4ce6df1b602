import type ko from '../ko/index.ts';
import { chat } from './chat.ts';
import { general } from './general.ts';
import { market } from './market.ts';
import { members } from './members.ts';
import { orders } from './orders.ts';
import { own } from './own.ts';
import { shell } from './shell.ts';

/** The same keys as Korean, with words of its own. */
type Translated<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translated<Texts[Key]>;
};

export default {
  ...general,
  ...shell,
  ...market,
  ...members,
  ...orders,
  ...own,
  ...chat,
} as const satisfies Translated<typeof ko>;
