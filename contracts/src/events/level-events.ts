import { z } from 'zod';
import { levelsSchema } from '../schemas/levels.ts';
import type { EventsOf } from './event.ts';

/** Events of `levels`, version 1 each. */
export const levelEventSchemas = {
  /** The complete table, in force from this event on. */
  LevelsSet: z.object({ levels: levelsSchema }),
} as const;

export type LevelEvent = EventsOf<typeof levelEventSchemas>;
