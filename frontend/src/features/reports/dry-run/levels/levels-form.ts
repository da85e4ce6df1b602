import { type Level, levelsMax } from '@matgyo/contracts/levels';
import { compareMoney, type Krw } from '@matgyo/contracts/money';
import { readTypedWon } from '@matgyo/contracts/typed-won';
import { formats } from '../../../../format/amount.ts';

/** A level above the first, as typed. */
export interface LevelFields {
  readonly trades: string;
  /** Empty: any number. */
  readonly casesLostMost: string;
  /** Empty: no limit. */
  readonly openKrw: string;
}

/** A table of levels as typed. */
export interface LevelsFields {
  /** The limit of level 1; empty: none. */
  readonly first: string;
  /** Empty lines do not count. */
  readonly higher: readonly LevelFields[];
}

export const higherMax = levelsMax - 1;

/** The levels, or the names of the invalid fields: `first`, `0.trades`. */
type ReadLevels =
  | { readonly levels: readonly Level[]; readonly wrong?: never }
  | { readonly levels?: never; readonly wrong: ReadonlySet<string> };

export function readLevels({ first, higher }: LevelsFields): ReadLevels {
  const wrong = new Set<string>();
  const limit = limitIn(first);
  if (limit === undefined) wrong.add('first');
  const levels: Level[] = [{ trades: 0, openKrw: limit ?? null }];
  for (const [index, fields] of higher.entries()) {
    if (isEmpty(fields)) continue;
    const below = levels.at(-1);
    const trades = countIn(fields.trades);
    const casesLostMost = fields.casesLostMost.trim() === '' ? null : countIn(fields.casesLostMost);
    const openKrw = limitIn(fields.openKrw);
    if (trades === undefined || trades <= (below?.trades ?? 0)) wrong.add(`${index}.trades`);
    if (casesLostMost === undefined) wrong.add(`${index}.casesLostMost`);
    if (openKrw === undefined || isLower(openKrw, below?.openKrw ?? null)) wrong.add(`${index}.openKrw`);
    if (trades !== undefined && openKrw !== undefined)
      levels.push({ trades, ...(casesLostMost != null && { casesLostMost }), openKrw });
  }
  return wrong.size > 0 ? { wrong } : { levels };
}

const isEmpty = (fields: LevelFields): boolean => Object.values(fields).every((text) => text.trim() === '');

const isLower = (limit: Krw | null, below: Krw | null): boolean =>
  limit !== null && (below === null || compareMoney(limit, below) < 0);

const countIn = (text: string): number | undefined =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : undefined;

/** Null: no limit. Undefined: no amount of won. */
function limitIn(text: string): Krw | null | undefined {
  const typed = readTypedWon(text);
  if (typed.kind === 'empty') return null;
  return typed.kind === 'won' ? typed.krw : undefined;
}

const limitText = (limit: Krw | null | undefined): string =>
  limit == null ? '' : formats.ko.formatKrw(limit);

export function fieldsOfLevels(levels: readonly Level[]): LevelsFields {
  const [first, ...higher] = levels;
  return {
    first: limitText(first?.openKrw),
    higher: higher.map(({ trades, casesLostMost, openKrw }) => ({
      trades: String(trades),
      casesLostMost: casesLostMost === undefined ? '' : String(casesLostMost),
      openKrw: limitText(openKrw),
    })),
  };
}

export function fieldsInAddress(text: string): LevelsFields | undefined {
  try {
    return fieldsOfLevels(JSON.parse(text) as readonly Level[]);
  } catch {
    return undefined;
  }
}
