import { QueuePage } from '../features/orders/desk/queue/queue-page.tsx';

export default function AdminBuyOrdersPage() {
  return <QueuePage key="buy" side="buy" />;
}
