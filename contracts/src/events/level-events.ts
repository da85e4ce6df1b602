import { z } from 'zod';
import { percentPattern } from '../price-change.ts';
import { levelsSchema } from '../schemas/levels.ts';
import { krwSchema, rateSchema } from '../schemas/money.ts';
import type { EventsOf } from './event.ts';

/** Events of `levels`, version 1 each. */
export const levelEventSchemas = {
  /**
   * The complete table, in force from this event on. `limits`: those of one admin and of a match's price; absent where
   * an earlier version wrote it, which leaves them as they are.
   */
  LevelsSet: z.object({
    levels: levelsSchema,
    limits: z
      .object({
        fourEyesKrw: krwSchema,
        fourEyesPercent: z.string().regex(percentPattern),
        matchTolerance: rateSchema,
      })
      .optional(),
  }),
} as const;

/** Limits that decide what one admin may do alone, from the configuration. */
export type StaffLimits = NonNullable<LevelEvent['data']['limits']>;
export type LevelEvent = EventsOf<typeof levelEventSchemas>;
