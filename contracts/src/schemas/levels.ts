import { z } from 'zod';
import { type Level, levelsMax, windowMinutesMax } from '../levels.ts';
import { compareMoney } from '../money.ts';
import { jsonText } from './json-text.ts';
import { krwSchema } from './money.ts';

const level = z.object({
  trades: z.int().min(0).max(1_000_000),
  casesLostMost: z.int().min(0).max(1_000_000).optional(),
  openKrw: krwSchema.nullable(),
  windowMinutes: z.int().min(1).max(windowMinutesMax).optional(),
});

/** As an event and an answer state them. */
export const levelsSchema = z.array(level).min(1).max(levelsMax);

/** As they are written down: the first asks for nothing, each further one for more trades, and allows no less. */
export const writtenLevels = z
  .array(level.strict())
  .min(1)
  .max(levelsMax)
  .refine(
    ([first]) => first?.trades === 0 && first.casesLostMost === undefined,
    'the first level is for no trades, without a condition',
  )
  .refine(
    (levels) => levels.every((one, index) => isAbove(one, levels[index - 1])),
    'each level takes more trades than the one before, and has no lower limit',
  );

/** The same as JSON text. */
export const levelsText = jsonText.pipe(writtenLevels).transform((levels): readonly Level[] => levels);

const isAbove = (level: Level, below: Level | undefined): boolean =>
  below === undefined ||
  (level.trades > below.trades &&
    (level.openKrw === null || (below.openKrw !== null && compareMoney(level.openKrw, below.openKrw) >= 0)));
