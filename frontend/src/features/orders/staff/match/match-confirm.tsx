import { otherSide, type Side, sides } from '@matgyo/contracts/ids';
import { isZero, type Usdt } from '@matgyo/contracts/money';
import { priceChange } from '@matgyo/contracts/price-change';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isFailure } from '../../../../api/call-failure.ts';
import { isRepeatable } from '../../../../api/command.ts';
import { orderTrailQuery } from '../../../../api/order-trail.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { ChangedBand } from '../../../../ui/changed-band.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import type { Opened } from '../../../../ui/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useAmountChange } from '../actions/use-order-now.ts';
import { rowToFocus } from '../queue/queue-row.tsx';
import { consentersOf, type MatchDraft, type Preview, useMatch } from './match-calls.ts';

interface MatchConfirmProps extends Opened {
  readonly draft: MatchDraft;
  /** The preview when the dialog was opened. */
  readonly seen: Preview;
  readonly now: Preview;
  /** Why there is no preview any more. */
  readonly trouble: unknown;
  readonly onSameAccount: () => void;
  readonly onDone: () => void;
}

const revisions = ({ sell, buy }: Preview): string => `${sell.revision}/${buy.revision}`;

/** Asks for confirmation of a match. If an order changes meanwhile, it shows the changes and asks again. */
export default function MatchConfirm(props: MatchConfirmProps) {
  const { draft, seen, now, trouble, open, onClose, onSameAccount, onDone } = props;
  const { t, formatPrice, formatUsdt, failureText } = useTexts();
  const changeOf = useAmountChange();
  const matching = useMatch();
  const [staleAt, setStaleAt] = useState<string>();
  const counterpart = now[otherSide(draft.side)];
  const sent = matching.isPending || matching.isSuccess;
  const moved = !sent && revisions(now) !== revisions(seen);
  const impossible = !sent && trouble !== undefined;
  const values = useValues(now, counterpart.nickname);
  const fail = (error: unknown) => {
    // The words are the specification's (section 8).
    console.warn('Error matching orders:', error);
    if (isFailure(error, 'SAME_ACCOUNT')) return onSameAccount();
    // A stale preview reloads by itself; the dialog then shows what changed.
    if (isFailure(error, 'STALE_REVISION')) return setStaleAt(revisions(now));
    toast({ kind: 'failed', text: failureText(error, t('action.unanswered'), t('match.failed')) });
    if (!isRepeatable(error)) onClose();
  };
  const confirm = () => {
    if (impossible) return onClose();
    // A promise, because the result is shown even if this screen is gone.
    matching.mutateAsync(now).then(() => {
      toast({ kind: 'done', text: needsConsent ? t('match.requested', values) : t('match.done', values) });
      onDone();
    }, fail);
  };
  const remainder = (side: Side, left: Usdt) =>
    isZero(left) ? t(`match.filled.${side}`) : t(`match.confirmLeft.${side}`, { left: formatUsdt(left) });
  const needsConsent = now.beyondLimit.length > 0;
  const newest = {
    sell: useNewest(seen.sell, now.sell, moved || impossible),
    buy: useNewest(seen.buy, now.buy, moved || impossible),
  };
  const changes = [
    ...(impossible ? [] : changeOf(t('match.amount'), seen.amount, now.amount)),
    ...sides.flatMap((side) => changeOf(t(`match.open.${side}`), seen[side].open, newest[side].open)),
  ];
  return (
    <Confirm
      open={open}
      ready
      busy={matching.isPending || (!impossible && staleAt === revisions(now))}
      title={needsConsent ? t('match.askTitle') : t('match.question')}
      confirmLabel={impossible ? t('close') : t(needsConsent ? 'match.ask' : 'match.matchWith', values)}
      {...(impossible && { cancelLabel: null })}
      returnTo={() => rowToFocus(draft.orderId)}
      onCancel={onClose}
      onConfirm={confirm}
    >
      {(moved || impossible) && (
        <ChangedBand
          key={`${revisions(now)} ${impossible}`}
          takesFocus
          by={newest.sell.by ?? newest.buy.by}
          changes={changes}
          text={impossible ? failureText(trouble) : t('changed.askAgain')}
          className="-mx-2 mb-3 rounded-lg"
        />
      )}
      {!impossible && (
        <>
          <p>{t('match.confirmText', { ...values, seller: now.sell.nickname, buyer: now.buy.nickname })}</p>
          <p className="mt-1">{t('match.confirmFee', values)}</p>
          <p className="mt-1">{sides.map((side) => remainder(side, now[side].remaining)).join(' ')}</p>
          {now.beyondLimit.map((side) => (
            <NeedsConsent key={side} side={side} preview={now} />
          ))}
        </>
      )}
      {!impossible && !needsConsent && now.sell.price !== now.buy.price && (
        <p className="mt-1 font-medium text-fg">
          {t('match.confirmPrices', {
            sell: formatPrice(now.sell.price),
            buy: formatPrice(now.buy.price),
            price: values.price,
          })}
        </p>
      )}
      <p className="mt-1 text-small">
        {now.sell.orderCode} · {now.buy.orderCode}
      </p>
    </Confirm>
  );
}

type PreviewedOrder = Preview[Side];

/** What is open of an order now, and who changed it since it was seen. A preview that failed keeps its old figures. */
function useNewest(seen: PreviewedOrder, now: PreviewedOrder, mayDiffer: boolean) {
  const { data: trail } = useQuery({ ...orderTrailQuery(seen._id), enabled: mayDiffer });
  const last = mayDiffer ? trail?.entries.at(-1) : undefined;
  if (last === undefined || last.revision < now.revision) return { open: now.open, by: undefined };
  const by = last.revision > seen.revision ? (last.actorNickname ?? undefined) : undefined;
  return { open: last.state.open, by };
}

function useValues(preview: Preview, nickname: string) {
  const { formatUsdt, formatKrw, formatPrice } = useTexts();
  return {
    nickname,
    asked: consentersOf(preview),
    amount: formatUsdt(preview.amount),
    price: formatPrice(preview.price),
    krw: formatKrw(preview.krw),
    fee: formatUsdt(preview.feeEstimate),
  };
}

/** The member whose consent the price needs: it is worse than theirs by more than the limit. */
function NeedsConsent({ side, preview }: { readonly side: Side; readonly preview: Preview }) {
  const { t, formatPrice } = useTexts();
  const { nickname, price } = preview[side];
  const values = {
    nickname,
    own: formatPrice(price),
    price: formatPrice(preview.price),
    apart: formatPrice(priceChange(price, preview.price).difference),
  };
  return <p className="mt-1 font-medium text-fg">{t(`match.consentOf.${side}`, values)}</p>;
}
