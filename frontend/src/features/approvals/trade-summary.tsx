import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import type { Krw } from '@matgyo/contracts/money';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../ui/amount.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Fact } from './fact.tsx';

type Trade = Pick<
  Extract<ApprovalView, { readonly kind: 'completion' }>['completion'],
  'sell' | 'buy' | 'amount' | 'price'
>;

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
