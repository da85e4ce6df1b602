import type { HypotheticalFeeRule } from '@matgyo/contracts/fee-rule';
import { compareMoney, parseRate, parseUsdt, type Rate, type Usdt } from '@matgyo/contracts/money';

/** A fee rule as typed: rates in percent, amounts in USDT. Empty lines do not count. */
export interface RuleFields {
  readonly rate: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly tiers: readonly { readonly from: string; readonly rate: string }[];
  readonly codes: readonly { readonly code: string; readonly rate: string }[];
}

type WrittenRule = Partial<HypotheticalFeeRule> & Pick<HypotheticalFeeRule, 'rate'>;

/** The rule, or the names of the invalid fields: `rate`, `maximum`, `tiers.0.from`. */
type ReadRule =
  | { readonly rule: WrittenRule; readonly wrong?: never }
  | { readonly rule?: never; readonly wrong: ReadonlySet<string> };

export function readRule(fields: RuleFields): ReadRule {
  const wrong = new Set<string>();
  const known = <Value>(value: Value | undefined, field: string): Value | undefined => {
    if (value === undefined) wrong.add(field);
    return value;
  };
  const rate = known(rateOf(fields.rate), 'rate');
  const optional = (field: 'minimum' | 'maximum') =>
    fields[field].trim() === '' ? undefined : known(usdtOf(fields[field]), field);
  const [minimum, maximum] = [optional('minimum'), optional('maximum')];
  if (minimum !== undefined && maximum !== undefined && compareMoney(minimum, maximum) > 0)
    wrong.add('maximum');

  const tiers: { from: Usdt; rate: Rate }[] = [];
  for (const [index, tier] of fields.tiers.entries()) {
    if (tier.from.trim() === '' && tier.rate.trim() === '') continue;
    const from = known(usdtOf(tier.from), `tiers.${index}.from`);
    const tierRate = known(rateOf(tier.rate), `tiers.${index}.rate`);
    const below = tiers.at(-1)?.from;
    if (from !== undefined && below !== undefined && compareMoney(from, below) <= 0)
      wrong.add(`tiers.${index}.from`);
    if (from !== undefined && tierRate !== undefined) tiers.push({ from, rate: tierRate });
  }
  const codes: Record<string, Rate> = {};
  for (const [index, { code, rate: percent }] of fields.codes.entries()) {
    const name = code.trim();
    if (name === '' && percent.trim() === '') continue;
    if (name === '' || Object.hasOwn(codes, name)) wrong.add(`codes.${index}.code`);
    const codeRate = known(rateOf(percent), `codes.${index}.rate`);
    if (codeRate !== undefined) codes[name] = codeRate;
  }
  if (rate === undefined || wrong.size > 0) return { wrong };
  return {
    rule: {
      rate,
      ...(tiers.length > 0 && { tiers }),
      ...(Object.keys(codes).length > 0 && { codes }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    },
  };
}

/** The fields of a rule in an address; undefined if it is not one. */
export function fieldsOf(text: string): RuleFields | undefined {
  try {
    const { rate, tiers = [], codes = {}, minimum = '', maximum = '' } = JSON.parse(text) as WrittenRule;
    return {
      rate: percentOf(rate),
      minimum,
      maximum,
      tiers: tiers.map((tier) => ({ from: tier.from, rate: percentOf(tier.rate) })),
      codes: Object.entries(codes).map(([code, codeRate]) => ({ code, rate: percentOf(codeRate) })),
    };
  } catch {
    return undefined;
  }
}

const usdtOf = (text: string): Usdt | undefined => parseUsdt(text.trim().replaceAll(',', ''));

/** `0.5` percent as `0.005`, by moving the point. */
function rateOf(percent: string): Rate | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(percent.trim()) ?? [];
  return whole === '' ? undefined : parseRate(`0.${whole.padStart(2, '0')}${fraction}`);
}

export function percentOf(rate: Rate): string {
  const [, fraction = ''] = rate.split('.');
  const digits = fraction.padEnd(2, '0');
  const rest = digits.slice(2);
  return `${Number(digits.slice(0, 2))}${rest === '' ? '' : `.${rest}`}`;
}
