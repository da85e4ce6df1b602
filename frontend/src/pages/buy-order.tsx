import { OrderDialogPage } from './order-dialog-page.tsx';

export default function BuyOrderPage() {
  return <OrderDialogPage side="buy" />;
}
