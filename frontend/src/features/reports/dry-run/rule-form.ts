import type { HypotheticalFeeRule } from '@matgyo/contracts/fee-rule';
import { compareMoney, parseRate, parseUsdt, type Rate, type Usdt } from '@matgyo/contracts/money';
import { ungrouped } from '@matgyo/contracts/typed-won';

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
  const known: Known = (value, field) => {
    if (value === undefined) wrong.add(field);
    return value;
  };
  const optional = (field: 'minimum' | 'maximum') =>
    fields[field].trim() === '' ? undefined : known(usdtOf(fields[field]), field);
  const rate = known(rateOf(fields.rate), 'rate');
  const [minimum, maximum] = [optional('minimum'), optional('maximum')];
  if (minimum !== undefined && maximum !== undefined && compareMoney(minimum, maximum) > 0)
    wrong.add('maximum');
  const tiers = readTiers(fields.tiers, known);
  const codes = readCodes(fields.codes, known);
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

/** The value of a field, which is wrong without one. */
type Known = <Value>(value: Value | undefined, field: string) => Value | undefined;

/** Each begins above the one before. */
function readTiers(lines: RuleFields['tiers'], known: Known): readonly { from: Usdt; rate: Rate }[] {
  const tiers: { from: Usdt; rate: Rate }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.from.trim() === '' && line.rate.trim() === '') continue;
    const from = usdtOf(line.from);
    const below = tiers.at(-1)?.from;
    const isAbove = from !== undefined && (below === undefined || compareMoney(from, below) > 0);
    known(isAbove || undefined, `tiers.${index}.from`);
    const rate = known(rateOf(line.rate), `tiers.${index}.rate`);
    if (from !== undefined && rate !== undefined) tiers.push({ from, rate });
  }
  return tiers;
}

/** Each code once. */
function readCodes(lines: RuleFields['codes'], known: Known): Readonly<Record<string, Rate>> {
  const codes: Record<string, Rate> = {};
  for (const [index, line] of lines.entries()) {
    const code = line.code.trim();
    if (code === '' && line.rate.trim() === '') continue;
    known(code === '' || Object.hasOwn(codes, code) ? undefined : code, `codes.${index}.code`);
    const rate = known(rateOf(line.rate), `codes.${index}.rate`);
    if (rate !== undefined) codes[code] = rate;
  }
  return codes;
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

const usdtOf = (text: string): Usdt | undefined => parseUsdt(ungrouped(text));

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
