import { QueuePage } from '../features/orders/staff/queue/queue-page.tsx';

export default function AdminSellOrdersPage() {
  return <QueuePage key="sell" side="sell" />;
}
