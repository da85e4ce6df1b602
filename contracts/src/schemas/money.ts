import { z } from 'zod';
import { type Krw, type Price, parseRate, parseUsdt, type Rate, type Usdt } from '../money.ts';

const moneyInput = z.union([z.string(), z.number()]);

function moneySchema<M extends string>(parse: (input: unknown) => M | undefined, what: string) {
  return moneyInput.transform((input, context): M => {
    const value = parse(input);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: what, input });
    return z.NEVER;
  });
}

/** Input schemas: accept JSON numbers and decimal strings, yield the canonical string. */
export const usdtInput = moneySchema(parseUsdt, 'a decimal number of USDT with at most 4 decimals');
export const rateInput = moneySchema(parseRate, 'a fraction from 0 to below 1 with at most 6 decimals');

const canonical = <M extends string>(text: RegExp) =>
  z
    .string()
    .regex(text)
    .transform((value) => value as M);

/** Schemas of stored and sent money: only the canonical string. */
export const usdtSchema = canonical<Usdt>(/^\d{1,16}\.\d{4}$/);
export const krwSchema = canonical<Krw>(/^\d{1,16}(\.\d{1,4})?$/);
/** Figures of a report: below zero where they were taken back. */
export const signedUsdtSchema = canonical<Usdt>(/^-?\d{1,20}\.\d{4}$/);
export const signedKrwSchema = canonical<Krw>(/^-?\d{1,24}(\.\d{1,4})?$/);
export const priceSchema = canonical<Price>(/^\d{1,8}(\.\d{1,4})?$/);
export const rateSchema = canonical<Rate>(/^0(\.\d{1,6})?$/);
