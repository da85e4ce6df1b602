import { z } from 'zod';
import { percentPattern } from '../price-change.ts';
import { priceSchema } from '../schemas/money.ts';
import { approvalMark } from './approval-events.ts';
import type { EventsOf } from './event.ts';

/** Events of `price-USDT-KRW`, version 1 each. */
export const priceEventSchemas = {
  /**
   * `approval`: set if the price moved further in 24 hours than one admin may move it. `fourEyesPercent`: that limit,
   * where it did not.
   */
  PriceSet: z.object({
    price: priceSchema,
    approval: approvalMark,
    fourEyesPercent: z.string().regex(percentPattern).optional(),
  }),
} as const;

export type PriceEvent = EventsOf<typeof priceEventSchemas>;
