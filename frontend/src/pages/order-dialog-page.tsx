import type { Side } from '@matgyo/contracts/ids';
import { useLocation, useNavigate } from 'react-router-dom';
import { useOwnAccount } from '../api/own-account.ts';
import { useCurrentPrice } from '../api/price.ts';
import { OrderDialog } from '../features/orders/place/order-dialog.tsx';

/** The order dialog at its own path; closing it leads to the history behind it. */
export default function OrderDialogPage({ side }: { readonly side: Side }) {
  const { data: current, failureCount, errorUpdateCount } = useCurrentPrice();
  const { data: account } = useOwnAccount();
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <OrderDialog
      side={side}
      price={current?.data}
      priceFailed={current === undefined && failureCount + errorUpdateCount > 0}
      account={account}
      // Replaced, so that going back does not open another order.
      onClosed={() => void navigate({ pathname: `/dashboard/${side}-history`, search }, { replace: true })}
    />
  );
}
