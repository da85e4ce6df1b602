import { parseArgs } from 'node:util';
import { WrongUsage } from '../program-fault.ts';
import type { ReadModel } from '../read-model.ts';
import { readModelNamed } from '../read-models/all-read-models.ts';
import { readModelNames } from '../tables.ts';

const financeReports = ['fees', 'journal', 'stats'] as const;
export type FinanceReport = (typeof financeReports)[number];

export type ReplayCommand =
  | {
      readonly kind: 'as of';
      readonly report: FinanceReport;
      readonly asOf: string;
      /** First day of a fee report in Korea; both days are included. */
      readonly from: string;
      readonly to: string;
    }
  | {
      readonly kind: 'as if';
      readonly of: 'fees' | 'levels';
      readonly file: string;
      /** Undefined: the start of last month in Korea. */
      readonly before: string | undefined;
      /** Undefined: now. */
      readonly after: string | undefined;
    }
  | (Recorded & { readonly kind: 'compare' | 'roll back' })
  | (Recorded & { readonly kind: 'rebuild'; readonly fresh: boolean; readonly swapAnyway: boolean });

interface Recorded {
  readonly model: ReadModel;
  /** The id of a record that the caller has created; undefined: the replay creates its own. */
  readonly record: string | undefined;
}

export const usage = `usage: npm run replay -- <read model> [options]

  Rebuilds a read model from the log beside the serving one, compares both, and swaps them when they are equal (or
  when the serving one has halted or was written by an older version). Interrupted, it goes on where it stopped.

  read models       ${readModelNames.join(', ')}
  --verify          only compare; nothing is swapped
  --fresh           begin anew instead of going on where an interrupted replay stopped
  --swap-anyway     swap also when the rows differ
  --roll-back       bring the build that was replaced last to where this one stands, put it back, and keep this one
                    in its place
  --as-of TIME|ID   fees, journal or stats: fold the log up to a time (2026-01-31T15:00:00Z, at least a minute
                    ago) or an event's id and print the report; the serving tables are not touched
  --as-if FILE      fees: print what another fee rule (JSON, docs/operating.md) would have charged, beside what was
                    charged, by day, code and member; of last month in Korea by default
                    levels: print which orders other levels (JSON as in LEVELS) would have refused, by day, level
                    and member
  --before, --after TIME|ID   with --as-if: trades completed, or orders placed, after the first and no later than
                    the second, which is now by default
  --from, --to DAY  with fees --as-of: the first and the last day in Korea (2026-01-31)`;

const wrong = (what: string): WrongUsage => new WrongUsage(`${what}\n\n${usage}`);

/** @throws WrongUsage */
export function parseReplayCommand(args: readonly string[]): ReplayCommand {
  const { values, positionals } = parsed(args);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw wrong('name one read model');
  if (values['as-if'] !== undefined) return asIf(name, values['as-if'], values);
  const model = readModelNamed(name);
  if (model === undefined) throw wrong(`there is no read model called ${name}`);
  if (values.before ?? values.after) throw wrong('--before and --after go with --as-if');
  return values['as-of'] === undefined ? ofTables(model, values) : asOf(name, values['as-of'], values);
}

type Options = ReturnType<typeof parsed>['values'];

function ofTables(model: ReadModel, { record, ...values }: Options): ReplayCommand {
  if (values.from ?? values.to) throw wrong('--from and --to go with fees --as-of');
  if (values.verify && values['roll-back']) throw wrong('either --verify or --roll-back');
  if (values['roll-back']) return { kind: 'roll back', model, record };
  if (values.verify) return { kind: 'compare', model, record };
  return { kind: 'rebuild', model, record, fresh: values.fresh, swapAnyway: values['swap-anyway'] };
}

function asOf(name: string, asOfPoint: string, values: Options): ReplayCommand {
  const report = financeReports.find((one) => one === name);
  if (report === undefined) throw wrong(`--as-of goes with ${financeReports.join(', ')}`);
  if ((values.from ?? values.to) && report !== 'fees') throw wrong('--from and --to go with fees');
  const { from = '0000-01-01', to = '9999-12-31' } = values;
  if (!day.test(from) || !day.test(to)) throw wrong('a day is written 2026-01-31');
  if (values.verify || values.fresh || values['swap-anyway'] || values['roll-back'] || values.record)
    throw wrong('--as-of only prints a report: no other option goes with it');
  return { kind: 'as of', report, asOf: asOfPoint, from, to };
}

function asIf(name: string, file: string, { before, after, ...values }: Options): ReplayCommand {
  if (name !== 'fees' && name !== 'levels') throw wrong('--as-if goes with fees and levels');
  if (before === undefined && after !== undefined) throw wrong('--after goes with --before');
  const others = Object.entries(values).filter(([option, value]) => option !== 'as-if' && value !== false);
  if (others.length > 0) throw wrong('--as-if only prints figures: only --before and --after go with it');
  return { kind: 'as if', of: name, file, before, after };
}

const day = /^\d{4}-\d{2}-\d{2}$/;

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'as-of': { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        verify: { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
        'roll-back': { type: 'boolean', default: false },
        'swap-anyway': { type: 'boolean', default: false },
        record: { type: 'string' },
        'as-if': { type: 'string' },
        before: { type: 'string' },
        after: { type: 'string' },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}
