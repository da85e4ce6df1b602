import type { Krw } from '@matgyo/contracts/money';
import { reasonText } from '@matgyo/contracts/reason-texts';
import { useTradePayment } from '../../api/trade-payment.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../ui/amount.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TradeMarks } from '../../ui/trade-marks.tsx';
import { DisputeLink, RequestFacts } from './request-item.tsx';
import type { ApprovalOf } from './request-labels.ts';

type CompletionApproval = ApprovalOf<'completion'>;

export function Completion({ one: { completion, state } }: { readonly one: CompletionApproval }) {
  const { t, language } = useTexts();
  const { reason, ruling } = completion;
  return (
    <>
      <TradeSummary trade={completion} />
      <Effect completion={completion} isWaiting={state === 'waiting'} />
      <RequestFacts
        rows={{
          [t('approval.reason')]:
            reason !== null && (reasonText('TradeCompleting', reason, language) ?? reason),
          [t('dispute.grounds')]: ruling !== null && (
            <>
              {ruling.reasons.map((ground) => t(`dispute.ground.${ground}`)).join(', ')} ·{' '}
              <DisputeLink caseId={ruling.caseId}>{t('dispute.title')}</DisputeLink>
            </>
          ),
          [t('dispute.rulingText')]: ruling?.text != null && <WholeText text={ruling.text} />,
        }}
      />
    </>
  );
}

interface EffectProps {
  readonly completion: CompletionApproval['completion'];
  readonly isWaiting: boolean;
}

/** The amounts it moves: all of the match, a part, or, where a ruling cancels it, nothing. */
function Effect({ completion, isWaiting }: EffectProps) {
  const { t } = useTexts();
  const { tradeId, amount, krw, sell, ruling } = completion;
  const isWhole = ruling === null || (ruling.outcome === 'complete' && ruling.part === null);
  const payment = useTradePayment(isWaiting ? tradeId : undefined);
  const released = ruling?.outcome === 'cancel' ? amount : ruling?.part?.released;
  return (
    <RequestFacts
      rows={{
        [t('dispute.effectSettled')]: ruling?.part && <UsdtAmount value={ruling.part.amount} unit />,
        [t('dispute.effectWon')]: ruling?.outcome !== 'cancel' && <Won krw={ruling?.part?.krw ?? krw} />,
        [t('label.fee')]: isWhole && payment?.fee != null && <UsdtAmount value={payment.fee} unit />,
        [t('dispute.effectReleased')]: released && <UsdtAmount value={released} unit />,
        // The second admin sees what the first one saw.
        [t('marks.title')]: payment && <TradeMarks orderId={sell._id} payment={payment} />,
      }}
    />
  );
}

type Trade = Pick<CompletionApproval['completion'], 'sell' | 'buy' | 'amount' | 'price'>;

export function TradeSummary({ trade: { sell, buy, amount, price } }: { readonly trade: Trade }) {
  const { t } = useTexts();
  return (
    <RequestFacts
      rows={{
        [t('label.seller')]: <Party order={sell} />,
        [t('label.buyer')]: <Party order={buy} />,
        [t('approval.matched')]: (
          <>
            <UsdtAmount value={amount} unit /> · <PriceAmount value={price} />
          </>
        ),
      }}
    />
  );
}

export const Won = ({ krw }: { readonly krw: Krw }) => (
  <span className="font-strong">
    <KrwAmount value={krw} />
  </span>
);

export const WholeText = ({ text }: { readonly text: string }) => (
  <span className="whitespace-pre-wrap break-words">{text}</span>
);

const Party = ({ order }: { readonly order: Trade['sell'] }) => (
  <span className="inline-flex flex-wrap gap-x-2">
    {order.nickname}
    <TextLink to={`/admin/orders/${order._id}`} className="whitespace-nowrap text-accent">
      {order.orderCode}
    </TextLink>
  </span>
);
