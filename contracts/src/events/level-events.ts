import { z } from 'zod';
import { levelsSchema } from '../schemas/levels.ts';
import type { EventsOf } from './event.ts';

/** Events of `levels`, version 1 each. */
export const levelEventSchemas = {
  /** The whole table, in force from here on. */
  LevelsSet: z.object({ levels: levelsSchema }),
} as const;

export type LevelEvent = EventsOf<typeof levelEventSchemas>;
