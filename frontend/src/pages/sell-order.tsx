import { OrderDialogPage } from './order-dialog-page.tsx';

export default function SellOrderPage() {
  return <OrderDialogPage side="sell" />;
}
