import type { Krw } from '@matgyo/contracts/money';
import { reasonText } from '@matgyo/contracts/reason-texts';
import type { ReactNode } from 'react';
import { useTradePayment } from '../../api/trade-payment.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../ui/amount.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Fact } from './request-item.tsx';
import type { ApprovalOf } from './request-labels.ts';

type CompletionApproval = ApprovalOf<'completion'>;

/** What a completion would do, and for which reasons. */
export function Completion({ one: { completion, state } }: { readonly one: CompletionApproval }) {
  const { t, language } = useTexts();
  const { reason, ruling } = completion;
  return (
    <>
      <TradeSummary trade={completion}>
        <Effect completion={completion} isWaiting={state === 'waiting'} />
      </TradeSummary>
      {reason !== null && (
        <Fact name={t('approval.reason')}>{reasonText('TradeCompleting', reason, language) ?? reason}</Fact>
      )}
      {ruling !== null && (
        <>
          <Fact name={t('dispute.grounds')}>
            {ruling.reasons.map((ground) => t(`dispute.ground.${ground}`)).join(', ')} ·{' '}
            <TextLink to={`/admin/disputes/${ruling.caseId}`} className="text-accent">
              {t('dispute.title')}
            </TextLink>
          </Fact>
          {ruling.text !== null && (
            <Fact name={t('dispute.rulingText')}>
              <span className="whitespace-pre-wrap break-words">{ruling.text}</span>
            </Fact>
          )}
        </>
      )}
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
  const { tradeId, amount, krw, ruling } = completion;
  const isWhole = ruling === null || (ruling.outcome === 'complete' && ruling.part === null);
  const payment = useTradePayment(isWaiting && isWhole ? tradeId : undefined);
  const released = ruling?.outcome === 'cancel' ? amount : ruling?.part?.released;
  return (
    <>
      {ruling?.part && (
        <Fact name={t('dispute.effectSettled')}>
          <UsdtAmount value={ruling.part.amount} unit />
        </Fact>
      )}
      {ruling?.outcome !== 'cancel' && <Won name={t('dispute.effectWon')} krw={ruling?.part?.krw ?? krw} />}
      {payment?.fee != null && (
        <Fact name={t('label.fee')}>
          <UsdtAmount value={payment.fee} unit />
        </Fact>
      )}
      {released && (
        <Fact name={t('dispute.effectReleased')}>
          <UsdtAmount value={released} unit />
        </Fact>
      )}
    </>
  );
}

type Trade = Pick<CompletionApproval['completion'], 'sell' | 'buy' | 'amount' | 'price'>;

interface TradeSummaryProps {
  readonly trade: Trade;
  /** What would be done with it. */
  readonly children: ReactNode;
}

/** Which trade it is about, and the effect on it. */
export function TradeSummary({ trade: { sell, buy, amount, price }, children }: TradeSummaryProps) {
  const { t } = useTexts();
  return (
    <>
      <Fact name={t('label.seller')}>
        <Party order={sell} />
      </Fact>
      <Fact name={t('label.buyer')}>
        <Party order={buy} />
      </Fact>
      <Fact name={t('approval.matched')}>
        <UsdtAmount value={amount} unit /> · <PriceAmount value={price} />
      </Fact>
      {children}
    </>
  );
}

/** The won of what is, or was, completed. */
export const Won = ({ name, krw }: { readonly name: string; readonly krw: Krw }) => (
  <Fact name={name}>
    <span className="font-strong">
      <KrwAmount value={krw} />
    </span>
  </Fact>
);

const Party = ({ order }: { readonly order: Trade['sell'] }) => (
  <span className="inline-flex flex-wrap gap-x-2">
    {order.nickname}
    <TextLink to={`/admin/orders/${order._id}`} className="whitespace-nowrap text-accent">
      {order.orderCode}
    </TextLink>
  </span>
);
