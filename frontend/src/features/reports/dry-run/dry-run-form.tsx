import { codesMax, tiersMax } from '@matgyo/contracts/fee-rule';
import { useState } from 'react';
import { usePublicSettings } from '../../../api/public-settings.ts';
import { useTexts } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/filter-field.tsx';
import { UnitField } from '../../../ui/unit-field.tsx';
import { DryRunFormFrame, useDryRunForm } from './dry-run-form-frame.tsx';
import { type Range, RangeFields } from './range-fields.tsx';
import { percentOf, type RuleFields, readRule } from './rule-form.ts';
import { RuleLines } from './rule-lines.tsx';

interface DryRunFormProps {
  /** From the address. */
  readonly start: Range & { readonly code: string; readonly rule: RuleFields | undefined };
  /** Selectable referral codes; empty: all trades. */
  readonly codes: readonly { readonly value: string; readonly label: string }[];
  readonly onRun: (query: Range & { readonly code: string; readonly rule: string }) => void;
  readonly busy: boolean;
}

const noLines = { minimum: '', maximum: '', tiers: [], codes: [] } as const;

/** A fee rule and two points in time. Defaults: the current rate and last month. */
export function DryRunForm({ start, codes, onRun, busy }: DryRunFormProps) {
  const { t } = useTexts();
  const settings = usePublicSettings();
  const [typed, setTyped] = useState(start.rule);
  const form = useDryRunForm(start, start.rule !== undefined);
  const { range, pressed, shown } = form;
  const [code, setCode] = useState(start.code);
  const rule = typed ?? { ...noLines, rate: settings === undefined ? '' : percentOf(settings.feeRate) };
  const read = readRule(rule);
  const wrong = shown(read.wrong);
  const change = (changed: Partial<RuleFields>) => setTyped({ ...rule, ...changed });
  const send = read.rule && (() => onRun({ rule: JSON.stringify(read.rule), ...range.typed, code }));
  return (
    <DryRunFormFrame label={t('dryRun.form')} form={form} busy={busy} send={send}>
      <div className="grid content-start gap-4 md:grid-cols-3">
        <RateFields rule={rule} wrong={wrong} onChange={change} />
        <RangeFields range={range} pressed={pressed} />
        {codes.length > 0 && (
          <SelectField
            label={t('dryRun.trades')}
            value={code}
            choices={codes}
            onChoose={setCode}
            className="[&>label]:mb-1.5 [&>span]:rounded-md [&_select]:h-[42px]"
          />
        )}
      </div>
      <SpecialRates rule={rule} wrong={wrong} onChange={change} />
    </DryRunFormFrame>
  );
}

interface RuleFieldsProps {
  readonly rule: RuleFields;
  /** Fields that cannot be read, such as `rate` or `tiers.0.from`. */
  readonly wrong: ReadonlySet<string>;
  readonly onChange: (changed: Partial<RuleFields>) => void;
}

/** The rate, and the least and the most fee of a trade. */
function RateFields({ rule, wrong, onChange }: RuleFieldsProps) {
  const { t } = useTexts();
  const amountError = (field: 'minimum' | 'maximum') =>
    !wrong.has(field)
      ? undefined
      : field === 'maximum' && /^[\d.,]+$/.test(rule.maximum.trim())
        ? t('dryRun.wrongMaximum')
        : t('dryRun.wrongAmount');
  return (
    <>
      <UnitField
        label={t('dryRun.rate')}
        value={rule.rate}
        onType={(rate) => onChange({ rate })}
        unit="%"
        error={wrong.has('rate') ? t('dryRun.wrongRate') : undefined}
      />
      {(['minimum', 'maximum'] as const).map((field) => (
        <UnitField
          key={field}
          label={t(`dryRun.${field}`)}
          placeholder={t('dryRun.optional')}
          value={rule[field]}
          onType={(text) => onChange({ [field]: text })}
          unit="USDT"
          error={amountError(field)}
        />
      ))}
    </>
  );
}

/** Rates for trades from an amount on, and for referral codes. */
function SpecialRates({ rule, wrong, onChange }: RuleFieldsProps) {
  const { t } = useTexts();
  return (
    <div className="grid content-start gap-6">
      <RuleLines
        title={t('dryRun.tiers')}
        hint={t('dryRun.tiersHint')}
        add={t('dryRun.addTier')}
        max={tiersMax}
        lines={rule.tiers}
        onChange={(tiers) => onChange({ tiers })}
        fields={[
          {
            name: 'from',
            head: t('dryRun.fromHead'),
            label: (number) => t('dryRun.tierFrom', { number }),
            unit: 'USDT',
          },
          {
            name: 'rate',
            head: t('dryRun.rateHead'),
            label: (number) => t('dryRun.tierRate', { number }),
            unit: '%',
          },
        ]}
        wrong={(index, field) => wrong.has(`tiers.${index}.${field}`)}
        faultTexts={{ from: t('dryRun.wrongTier'), rate: t('dryRun.wrongRate') }}
      />
      <RuleLines
        title={t('fees.byCode')}
        hint={t('dryRun.codesHint')}
        add={t('dryRun.addCode')}
        max={codesMax}
        lines={rule.codes}
        onChange={(codes) => onChange({ codes })}
        fields={[
          {
            name: 'code',
            head: t('member.referralCode'),
            label: (number) => t('dryRun.code', { number }),
            isText: true,
          },
          {
            name: 'rate',
            head: t('dryRun.rateHead'),
            label: (number) => t('dryRun.codeRate', { number }),
            unit: '%',
          },
        ]}
        wrong={(index, field) => wrong.has(`codes.${index}.${field}`)}
        faultTexts={{ code: t('dryRun.wrongCode'), rate: t('dryRun.wrongRate') }}
      />
    </div>
  );
}
