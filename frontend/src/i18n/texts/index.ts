import { chat } from './chat.ts';
import { general } from './general.ts';
import { market } from './market.ts';
import { members } from './members.ts';
import { orders } from './orders.ts';
import { own } from './own.ts';
import { shell } from './shell.ts';

export default { ...general, ...shell, ...market, ...members, ...orders, ...own, ...chat } as const;
