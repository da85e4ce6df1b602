import { useState } from 'react';
import { usePublicSettings } from '../../../../api/public-settings.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { UnitField } from '../../../../ui/unit-field.tsx';
import { DryRunFormFrame, useDryRunForm } from '../dry-run-form-frame.tsx';
import { type Range, RangeFields } from '../range-fields.tsx';
import { RuleLines } from '../rule-lines.tsx';
import { fieldsOfLevels, higherMax, type LevelsFields, readLevels } from './levels-form.ts';

interface LevelsFormProps {
  /** From the address. */
  readonly start: Range & { readonly levels: LevelsFields | undefined };
  readonly onRun: (query: Range & { readonly levels: string }) => void;
  readonly busy: boolean;
}

/** A table of levels and two points in time. Defaults: the levels in force and last month. */
export function LevelsForm({ start, onRun, busy }: LevelsFormProps) {
  const { t } = useTexts();
  const settings = usePublicSettings();
  const [typed, setTyped] = useState(start.levels);
  const form = useDryRunForm(start, start.levels !== undefined);
  const { range, pressed, shown } = form;
  const fields = typed ?? fieldsOfLevels(settings?.levels ?? []);
  const read = readLevels(fields);
  const wrong = shown(read.wrong);
  const send = read.levels && (() => onRun({ levels: JSON.stringify(read.levels), ...range.typed }));
  return (
    <DryRunFormFrame label={t('levelsDryRun.form')} form={form} busy={busy} send={send}>
      <div className="grid content-start gap-4 md:grid-cols-3">
        <UnitField
          label={t('levelsDryRun.first')}
          placeholder={t('levelsDryRun.noLimit')}
          value={fields.first}
          onType={(first) => setTyped({ ...fields, first })}
          unit={t('unit.krw')}
          error={wrong.has('first') ? t('levelsDryRun.wrongFirst') : undefined}
        />
        <RangeFields range={range} pressed={pressed} />
      </div>
      <RuleLines
        title={t('levelsDryRun.higher')}
        hint={t('levelsDryRun.higherHint')}
        add={t('levelsDryRun.add')}
        max={higherMax}
        lines={fields.higher}
        onChange={(higher) => setTyped({ ...fields, higher })}
        fields={[
          {
            name: 'trades',
            head: t('levelsDryRun.tradesHead'),
            label: (number) => t('levelsDryRun.trades', { level: number + 1 }),
          },
          {
            name: 'casesLostMost',
            head: t('levelsDryRun.casesLostHead'),
            label: (number) => t('levelsDryRun.casesLost', { level: number + 1 }),
            placeholder: t('levelsDryRun.any'),
          },
          {
            name: 'openKrw',
            head: t('levelsDryRun.limit'),
            label: (number) => t('levelsDryRun.limitOf', { level: number + 1 }),
            unit: t('unit.krw'),
            placeholder: t('levelsDryRun.noLimit'),
          },
        ]}
        wrong={(index, field) => wrong.has(`${index}.${field}`)}
        faultTexts={{
          trades: t('levelsDryRun.wrongTrades'),
          casesLostMost: t('levelsDryRun.wrongCasesLost'),
          openKrw: t('levelsDryRun.wrongLimit'),
        }}
      />
    </DryRunFormFrame>
  );
}
