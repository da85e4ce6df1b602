import { isPositive, type Usdt } from '@matgyo/contracts/money';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/class-names.ts';
import { TradeStatus } from '../../../ui/order-status.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import type { Match } from '../matches.ts';
import type { FillThen } from './fills-at.ts';

interface FillTreeProps {
  readonly fills: readonly FillThen[];
  readonly open: Usdt;
  /** Counterparts and amounts in won by trade id, as far as known. */
  readonly matches: ReadonlyMap<string, Match>;
  /** Not as of an earlier event: whether a dispute is open is known of the present only. */
  readonly isNow: boolean;
  readonly sells: boolean;
  readonly onPlace: (place: number) => void;
  /** Where its reader finds disputes that have ended. */
  readonly disputes: string;
}

/** Where the amount went: a branch per match, and the open rest. */
export function FillTree({ fills, open, matches, isNow, sells, onPlace, disputes }: FillTreeProps) {
  const { t, formatUsdt } = useTexts();
  if (fills.length === 0) return null;
  const feeText = (fill: FillThen) => {
    if (!sells) return null;
    if (fill.status === 'cancelled') return t('trail.noFee');
    if (fill.fee === null) return t('trail.feeLater');
    const amount = formatUsdt(fill.fee);
    return fill.status === 'reversed' ? t('trail.feeTakenBack', { amount }) : t('trail.feeOf', { amount });
  };
  return (
    <ul className="ml-2 border-line-strong border-l-[1.5px] pt-1.5">
      {fills.map((fill) => {
        const match = matches.get(fill.tradeId);
        const gone = fill.status === 'cancelled';
        return (
          <Branch key={fill.tradeId}>
            <span className="flex flex-wrap items-center gap-x-2">
              <span className={gone ? 'text-fg-subtle' : 'font-strong'}>
                {match?.counterpart ?? t('label.counterpart')}
              </span>
              {/* A member's trail does not say that a match waits for consent; the order does. */}
              <TradeStatus
                trade={{
                  status: match?.offered === true ? match.status : fill.status,
                  inCase: isNow && match?.inCase === true,
                  readyToComplete: isNow && match?.readyToComplete === true,
                }}
              />
              {match != null && match.caseId !== null && !match.inCase && (
                <TextLink to={`${disputes}/${match.caseId}`} className="text-small underline">
                  {t('steps.viewCase')}
                </TextLink>
              )}
            </span>
            <button
              type="button"
              onClick={() => onPlace(fill.place)}
              className="rounded-xs text-right text-fg-subtle text-small underline decoration-line-strong underline-offset-[3px] max-desk:hidden"
            >
              {t('trail.event', { place: fill.place })}
            </button>
            <span className="text-fg-subtle text-small max-desk:col-start-1 max-desk:row-start-2 desk:text-right">
              {feeText(fill)}
            </span>
            <span
              className={classes(
                'text-right max-desk:col-start-2 max-desk:row-start-1',
                gone && 'text-fg-subtle line-through',
              )}
            >
              <UsdtAmount value={fill.amount} />
            </span>
            <span className="text-right max-desk:col-start-2 max-desk:row-start-2">
              {/* A ruling can complete less than was reserved: the won are of what it completed. */}
              {match?.amount === fill.amount && (
                <KrwAmount value={match.krw} className={gone ? 'text-fg-subtle' : ''} />
              )}
            </span>
          </Branch>
        );
      })}
      {isPositive(open) && (
        <Branch>
          <span className="font-strong">{t('fill.open')}</span>
          <span className="max-desk:hidden" />
          <span className="max-desk:hidden" />
          <span className="text-right font-strong">
            <UsdtAmount value={open} />
          </span>
          <span className="max-desk:hidden" />
        </Branch>
      )}
    </ul>
  );
}

function Branch({ children }: { readonly children: ReactNode }) {
  return (
    <li
      className={classes(
        // With doubled text everything is below each other.
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 pl-6 max-[16rem]:flex max-[16rem]:flex-col max-[16rem]:items-start desk:grid-cols-[minmax(0,1fr)_5rem_8.75rem_7.5rem_8.1rem] desk:gap-4 md:pl-7',
        "before:absolute before:top-0 before:-left-[1.5px] before:h-5 before:w-[18px] before:rounded-bl-sm before:border-line-strong before:border-b-[1.5px] before:border-l-[1.5px] before:content-['']",
        "last:after:absolute last:after:top-5 last:after:bottom-0 last:after:-left-[2px] last:after:w-[3px] last:after:bg-canvas last:after:content-['']",
      )}
    >
      {children}
    </li>
  );
}
