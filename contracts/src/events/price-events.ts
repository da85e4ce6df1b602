import { z } from 'zod';
import { priceSchema } from '../schemas/money.ts';
import type { EventsOf } from './event.ts';

/** Events of `price-USDT-KRW`, version 1 each. */
export const priceEventSchemas = {
  PriceSet: z.object({ price: priceSchema }),
} as const;

export type PriceEvent = EventsOf<typeof priceEventSchemas>;
