import { useState } from 'react';
import { usePublicSettings } from '../../../../api/public-settings.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { RangeFields } from '../range-fields.tsx';
import { RuleLines } from '../rule-lines.tsx';
import { TextField } from '../text-field.tsx';
import { useRehearsalForm } from '../use-rehearsal-form.ts';
import { fieldsOfLevels, higherMax, type LevelsFields, readLevels } from './levels-form.ts';

/** The form as it is in the address. */
interface LevelsValues {
  readonly levels: string;
  readonly before: string;
  readonly after: string;
}

interface LevelsFormProps {
  readonly start: Omit<LevelsValues, 'levels'> & { readonly levels: LevelsFields | undefined };
  readonly onRun: (query: LevelsValues & Readonly<Record<string, string>>) => void;
  readonly busy: boolean;
}

/** A table of levels and two points in time. Defaults: the levels in force and last month. */
export function LevelsForm({ start, onRun, busy }: LevelsFormProps) {
  const { t } = useTexts();
  const settings = usePublicSettings();
  const [typed, setTyped] = useState(start.levels);
  const { range, pressed, submit, shown } = useRehearsalForm({
    range: start,
    hasRun: start.levels !== undefined,
    busy,
  });
  const fields = typed ?? fieldsOfLevels(settings?.levels ?? []);
  const read = readLevels(fields);
  const wrong = shown(read.wrong);
  const send = read.levels && (() => onRun({ levels: JSON.stringify(read.levels), ...range.typed }));
  return (
    <form
      noValidate
      aria-label={t('levelsRehearsal.form')}
      onSubmit={(event) => submit(event, send)}
      className="mt-5 grid gap-x-10 gap-y-6 lg:grid-cols-2"
    >
      <div className="grid content-start gap-4 md:grid-cols-3">
        <TextField
          label={t('levelsRehearsal.first')}
          placeholder={t('levelsRehearsal.noLimit')}
          value={fields.first}
          onType={(first) => setTyped({ ...fields, first })}
          after={t('levelsRehearsal.won')}
          error={wrong.has('first') ? t('levelsRehearsal.wrongFirst') : undefined}
        />
        <RangeFields range={range} pressed={pressed} />
      </div>
      <RuleLines
        title={t('levelsRehearsal.higher')}
        hint={t('levelsRehearsal.higherHint')}
        add={t('levelsRehearsal.add')}
        most={higherMax}
        lines={fields.higher.map(({ trades, casesLostMost, openKrw }) => [trades, casesLostMost, openKrw])}
        onChange={(lines) =>
          setTyped({
            ...fields,
            higher: lines.map(([trades = '', casesLostMost = '', openKrw = '']) => ({
              ...{ trades, casesLostMost, openKrw },
            })),
          })
        }
        fields={[
          {
            name: 'trades',
            label: (number) => t('levelsRehearsal.trades', { level: number + 1 }),
          },
          {
            name: 'casesLostMost',
            label: (number) => t('levelsRehearsal.casesLost', { level: number + 1 }),
            placeholder: t('levelsRehearsal.any'),
          },
          {
            name: 'openKrw',
            label: (number) => t('levelsRehearsal.limitOf', { level: number + 1 }),
            unit: t('levelsRehearsal.won'),
            placeholder: t('levelsRehearsal.noLimit'),
          },
        ]}
        wrong={(index, field) => wrong.has(`${index}.${field}`)}
        faultTexts={{
          trades: t('levelsRehearsal.wrongTrades'),
          casesLostMost: t('levelsRehearsal.wrongCasesLost'),
          openKrw: t('levelsRehearsal.wrongLimit'),
        }}
      />
      <div className="lg:col-span-2">
        <Button type="submit" variant="primary" busy={busy} className="max-md:w-full">
          {t('rehearsal.ask')}
        </Button>
      </div>
    </form>
  );
}
