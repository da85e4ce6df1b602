import {
  appealHours,
  oppositeReason,
  type RulingOutcome,
  type RulingReason,
  rulingReasons,
} from '@matgyo/contracts/cases';
import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import {
  compareMoney,
  isPositive,
  krwFor,
  parseUsdt,
  subtractUsdt,
  type Usdt,
} from '@matgyo/contracts/money';
import { ungrouped } from '@matgyo/contracts/typed-won';
import { appellantOf } from '@matgyo/ledger/trade/losing-side';
import { type ReactNode, useId } from 'react';
import { useTradePayment } from '../../../api/trade-payment.ts';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { Effects } from '../../../ui/effects.tsx';
import { FieldError, InputField } from '../../../ui/field.tsx';

interface PartFieldProps {
  readonly one: CaseView;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly isWrong: boolean;
}

/** The amount to complete; empty: the whole match. */
export function PartField({ one, typed, onType, isWrong }: PartFieldProps) {
  const { t, formatUsdt } = useTexts();
  const matched = { amount: formatUsdt(one.amount) };
  return (
    <InputField
      label={t('dispute.part')}
      hint={t('dispute.partHint', matched)}
      error={isWrong ? t('dispute.partWrong', matched) : undefined}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={({ target }) => onType(target.value)}
    />
  );
}

interface GroundsFieldProps {
  readonly chosen: readonly RulingReason[];
  readonly onChoose: (reasons: readonly RulingReason[]) => void;
  readonly isMissing: boolean;
  /** What follows from the choice. */
  readonly children: ReactNode;
}

/** On what the ruling is based: at least one. Choosing a reason gives up its opposite. */
export function GroundsField({ chosen, onChoose, isMissing, children }: GroundsFieldProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <fieldset className="border-0" aria-describedby={`${id}-error`}>
      <legend className="mb-1 text-fg-muted text-small font-medium">{t('dispute.grounds')}</legend>
      {rulingReasons.map((reason) => (
        <label key={reason} className="flex min-h-8 items-center gap-2.5 max-md:min-h-10">
          <input
            type="checkbox"
            checked={chosen.includes(reason)}
            className="size-4 flex-none accent-accent"
            onChange={({ target }) =>
              onChoose([
                ...chosen.filter((one) => one !== reason && one !== oppositeReason[reason]),
                ...(target.checked ? [reason] : []),
              ])
            }
          />
          {t(`dispute.ground.${reason}`)}
        </label>
      ))}
      <FieldError id={id} error={isMissing ? t('dispute.groundsMissing') : undefined} />
      {children}
    </fieldset>
  );
}

export function Appealable(ruling: Parameters<typeof appellantOf>[0]) {
  const { t } = useTexts();
  const hours = { hours: appealHours };
  const appellant = appellantOf(ruling);
  return (
    <p className="mt-1.5 text-fg-muted text-small">
      {appellant === null ? t('dispute.appealEither', hours) : t(`dispute.appealOnly.${appellant}`, hours)}
    </p>
  );
}

/** The part of the match that is typed, with its separators of thousands; undefined: all of it. */
export function partOf(typed: string, { amount }: Pick<CaseView, 'amount'>): Usdt | 'wrong' | undefined {
  const part = typed.trim() === '' ? amount : parseUsdt(ungrouped(typed));
  if (part === undefined || !isPositive(part) || compareMoney(part, amount) > 0) return 'wrong';
  return part === amount ? undefined : part;
}

interface EffectProps {
  readonly one: CaseView;
  readonly outcome: RulingOutcome;
  /** What is completed, if less than matched. */
  readonly part: Usdt | undefined;
}

/** The amounts that the ruling moves, calculated like the ledger's. */
export function Effect({ one, outcome, part }: EffectProps) {
  const { t } = useTexts();
  const payment = useTradePayment(one.tradeId);
  if (outcome === 'cancel')
    return (
      <p className="rounded-lg bg-surface px-4 py-3 text-small">
        {t('dispute.effectCancel')} <UsdtAmount value={one.amount} unit />
      </p>
    );
  const isWhole = part === undefined;
  return (
    <Effects
      rows={{
        [t('dispute.effectSettled')]: <UsdtAmount value={part ?? one.amount} unit />,
        [t('dispute.effectWon')]: <KrwAmount value={isWhole ? one.krw : krwFor(part, one.price)} />,
        [t('label.fee')]: isWhole ? <FeeOf value={payment?.fee} /> : undefined,
        [t('dispute.effectGiven')]: isWhole ? <FeeOf value={payment?.toGive} /> : undefined,
        [t('dispute.effectReleased')]: isWhole ? undefined : (
          <UsdtAmount value={subtractUsdt(one.amount, part)} unit />
        ),
      }}
    />
  );
}

const FeeOf = ({ value }: { readonly value: Usdt | null | undefined }) =>
  value ? <UsdtAmount value={value} unit /> : '–';
