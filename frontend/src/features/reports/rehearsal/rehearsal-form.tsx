import { codesMax, tiersMax } from '@matgyo/contracts/fee-rule';
import { useState } from 'react';
import { usePublicSettings } from '../../../api/public-settings.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/filter-field.tsx';
import { RangeFields } from './range-fields.tsx';
import { percentOf, type RuleFields, readRule } from './rule-form.ts';
import { RuleLines } from './rule-lines.tsx';
import { TextField } from './text-field.tsx';
import { useRehearsalForm } from './use-rehearsal-form.ts';

/** The form's values, from the address. */
interface RehearsalValues {
  readonly rule: string;
  readonly before: string;
  readonly after: string;
  readonly code: string;
}

interface RehearsalFormProps {
  readonly start: Omit<RehearsalValues, 'rule'> & { readonly rule: RuleFields | undefined };
  readonly codes: readonly { readonly value: string; readonly label: string }[];
  readonly onRun: (query: RehearsalValues & Readonly<Record<string, string>>) => void;
  readonly busy: boolean;
}

const noLines = { minimum: '', maximum: '', tiers: [], codes: [] } as const;

/** A fee rule and two points in time. Defaults: the current rate and last month. */
export function RehearsalForm({ start, codes, onRun, busy }: RehearsalFormProps) {
  const { t } = useTexts();
  const settings = usePublicSettings();
  const [typed, setTyped] = useState(start.rule);
  const { range, pressed, submit, shown } = useRehearsalForm({
    range: start,
    hasRun: start.rule !== undefined,
    busy,
  });
  const [code, setCode] = useState(start.code);
  const rule = typed ?? { ...noLines, rate: settings === undefined ? '' : percentOf(settings.feeRate) };
  const read = readRule(rule);
  const wrong = shown(read.wrong);
  const change = (changed: Partial<RuleFields>) => setTyped({ ...rule, ...changed });
  const send = read.rule && (() => onRun({ rule: JSON.stringify(read.rule), ...range.typed, code }));
  return (
    <form
      noValidate
      aria-label={t('rehearsal.form')}
      onSubmit={(event) => submit(event, send)}
      className="mt-5 grid gap-x-10 gap-y-6 lg:grid-cols-2"
    >
      <div className="grid content-start gap-4 md:grid-cols-3">
        <RateFields rule={rule} wrong={wrong} onChange={change} />
        <RangeFields range={range} pressed={pressed} />
        {codes.length > 0 && (
          <SelectField label={t('rehearsal.trades')} value={code} choices={codes} onChoose={setCode} />
        )}
      </div>
      <SpecialRates rule={rule} wrong={wrong} onChange={change} />
      <div className="lg:col-span-2">
        <Button type="submit" variant="primary" busy={busy} className="max-md:w-full">
          {t('rehearsal.ask')}
        </Button>
      </div>
    </form>
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
  const bounds = [
    { field: 'minimum', label: t('rehearsal.minimum') },
    { field: 'maximum', label: t('rehearsal.maximum') },
  ] as const;
  const amountError = (field: 'minimum' | 'maximum') =>
    !wrong.has(field)
      ? undefined
      : field === 'maximum' && /^[\d.,]+$/.test(rule.maximum.trim())
        ? t('rehearsal.wrongMaximum')
        : t('rehearsal.wrongAmount');
  return (
    <>
      <TextField
        label={t('rehearsal.rate')}
        value={rule.rate}
        onType={(rate) => onChange({ rate })}
        after="%"
        error={wrong.has('rate') ? t('rehearsal.wrongRate') : undefined}
      />
      {bounds.map(({ field, label }) => (
        <TextField
          key={field}
          label={label}
          placeholder={t('rehearsal.optional')}
          value={rule[field]}
          onType={(text) => onChange({ [field]: text })}
          after="USDT"
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
        title={t('rehearsal.tiers')}
        hint={t('rehearsal.tiersHint')}
        add={t('rehearsal.addTier')}
        most={tiersMax}
        lines={rule.tiers.map(({ from, rate }) => [from, rate])}
        onChange={(lines) => onChange({ tiers: lines.map(([from = '', rate = '']) => ({ from, rate })) })}
        fields={[
          { name: 'from', label: (number) => t('rehearsal.tierFrom', { number }), unit: 'USDT' },
          { name: 'rate', label: (number) => t('rehearsal.tierRate', { number }), unit: '%' },
        ]}
        wrong={(index, field) => wrong.has(`tiers.${index}.${field}`)}
        faultTexts={{ from: t('rehearsal.wrongTier'), rate: t('rehearsal.wrongRate') }}
      />
      <RuleLines
        title={t('rehearsal.codes')}
        hint={t('rehearsal.codesHint')}
        add={t('rehearsal.addCode')}
        most={codesMax}
        lines={rule.codes.map(({ code: name, rate }) => [name, rate])}
        onChange={(lines) =>
          onChange({ codes: lines.map(([name = '', rate = '']) => ({ code: name, rate })) })
        }
        fields={[
          { name: 'code', label: (number) => t('rehearsal.code', { number }), isText: true },
          { name: 'rate', label: (number) => t('rehearsal.codeRate', { number }), unit: '%' },
        ]}
        wrong={(index, field) => wrong.has(`codes.${index}.${field}`)}
        faultTexts={{ code: t('rehearsal.wrongCode'), rate: t('rehearsal.wrongRate') }}
      />
    </div>
  );
}
