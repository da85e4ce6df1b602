import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { Link } from 'react-router-dom';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../ui/amount.tsx';
import { Fact } from './fact.tsx';

type Trade = Pick<
  Extract<ApprovalView, { readonly kind: 'completion' }>['completion'],
  'sell' | 'buy' | 'amount' | 'price' | 'krw'
>;

/** Which trade it is about. */
export function TradeSummary({ trade: { sell, buy, amount, price, krw } }: { readonly trade: Trade }) {
  const { t } = useTexts();
  return (
    <>
      <Fact name={t('dispute.seller')}>
        <Party order={sell} />
      </Fact>
      <Fact name={t('dispute.buyer')}>
        <Party order={buy} />
      </Fact>
      <Fact name={t('dispute.effectSettled')}>
        <UsdtAmount value={amount} unit /> · <PriceAmount value={price} />
      </Fact>
      <Fact name={t('dispute.effectWon')}>
        <span className="font-strong">
          <KrwAmount value={krw} />
        </span>
      </Fact>
    </>
  );
}

const Party = ({ order }: { readonly order: Trade['sell'] }) => (
  <>
    {order.nickname} ·{' '}
    <Link to={`/admin/orders/${order._id}`} className="whitespace-nowrap text-accent hover:underline">
      {order.orderCode}
    </Link>
  </>
);
