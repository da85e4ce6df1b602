import { z } from 'zod';
import { codesMax, type HypotheticalFeeRule, tiersMax } from '../fee-rule.ts';
import { compareMoney } from '../money.ts';
import { jsonText } from './json-text.ts';
import { rateInput, usdtInput } from './money.ts';

/** A rule as it is written down. Errors name their field. */
const writtenFeeRule = z
  .strictObject({
    rate: rateInput,
    tiers: z
      .array(z.strictObject({ from: usdtInput, rate: rateInput }))
      .max(tiersMax)
      .default([]),
    codes: z
      .record(z.string().trim().min(1).max(40), rateInput)
      .refine((codes) => Object.keys(codes).length <= codesMax, `at most ${codesMax} codes`)
      .default({}),
    minimum: usdtInput.optional(),
    maximum: usdtInput.optional(),
  })
  .superRefine(({ tiers, minimum, maximum }, context) => {
    const wrong = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    for (const [index, { from }] of tiers.entries()) {
      const below = tiers[index - 1]?.from;
      if (below !== undefined && compareMoney(from, below) <= 0)
        wrong(['tiers', index, 'from'], `more than ${below}, where the tier before begins`);
    }
    if (minimum !== undefined && maximum !== undefined && compareMoney(minimum, maximum) > 0)
      wrong(['maximum'], `no less than the minimum of ${minimum}`);
  });

/** The same as JSON text. */
export const feeRuleText = jsonText.pipe(writtenFeeRule).transform((rule): HypotheticalFeeRule => rule);
