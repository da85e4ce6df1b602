import { QueuePage } from '../features/orders/staff/queue/queue-page.tsx';

export default function AdminBuyOrdersPage() {
  return <QueuePage key="buy" side="buy" />;
}
