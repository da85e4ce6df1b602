import type { Price } from '@matgyo/contracts/money';
import { priceChange } from '@matgyo/contracts/price-change';
import { useId } from 'react';
import { durationText, secondsSince } from '../../../../format/duration.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { PriceAmount, UsdtAmount } from '../../../../ui/amount.tsx';
import { classes } from '../../../../ui/class-names.ts';
import { useNow } from '../../../../ui/use-now.ts';
import type { StableProposal } from './stable-proposals.ts';
import type { DraftForm } from './use-match-draft.ts';

interface ProposalListProps {
  readonly form: DraftForm;
  readonly proposals: readonly StableProposal[];
  readonly onChoose: (orderId: string) => void;
}

/** The best counterparts, best first: nickname, open amount, age, price. */
export function ProposalList({ form: { order, draft }, proposals, onChoose }: ProposalListProps) {
  const { t, formatPrice } = useTexts();
  const name = useId();
  const now = useNow(30_000);
  const gap = (theirs: Price) => {
    const change = priceChange(order.price, theirs);
    const amount = formatPrice(change.difference);
    if (change.direction === 'same') return undefined;
    return change.direction === 'up' ? t('match.higher', { amount }) : t('match.lower', { amount });
  };
  return (
    <fieldset className="border-0">
      <legend className="mb-1 text-small font-strong">
        {t(`match.counterparts.${order.side}`)}{' '}
        <span className="font-regular text-fg-subtle">{t('match.bestFirst')}</span>
      </legend>
      {proposals.length === 0 && (
        <p className="py-2 text-fg-muted text-small">{t(`match.none.${order.side}`)}</p>
      )}
      {proposals.map(({ proposal, gone }) => {
        const { counterpart, exactAmount, beyondLimit } = proposal;
        const on = counterpart._id === draft.counterpartId && !gone;
        const struck = gone && 'text-fg-subtle line-through';
        return (
          <label
            key={counterpart._id}
            className={classes(
              '-mx-2.5 grid grid-cols-[1.25rem_1fr_auto] items-center gap-2.5 rounded-[8px] px-2.5 py-1.5 text-small max-md:py-2.5',
              'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus',
              on && 'bg-accent-soft',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={on}
              disabled={gone}
              onChange={() => onChoose(counterpart._id)}
              className="size-4 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="flex items-baseline gap-2">
                <span className={classes('truncate font-strong', struck)}>{counterpart.userId.nickname}</span>
                {!gone && beyondLimit.length > 0 && (
                  <span className="flex-none font-medium text-micro text-pending">
                    {t('match.needsConsent')}
                  </span>
                )}
              </span>
              <span className="block text-fg-muted">
                {gone
                  ? t('match.gone')
                  : t('match.waits', { age: durationText(secondsSince(counterpart.createdAt, now), t) })}
                {!gone && exactAmount && ` · ${t('match.exact')}`}
              </span>
            </span>
            <span className="text-right">
              <span className={classes('block font-strong', struck)}>
                <UsdtAmount value={counterpart.open} />
              </span>
              <span className="block text-fg-muted">
                <PriceAmount value={counterpart.price} />
                {gap(counterpart.price) !== undefined && ` · ${gap(counterpart.price)}`}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
