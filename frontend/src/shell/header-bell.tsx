import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { onDemand } from '../ui/on-demand.tsx';

const NotificationCentre = onDemand(
  () => import('../features/notifications/notification-centre.tsx'),
  BellToCome,
);

/** The header's bell. If its chunk fails to load, the page works without it. */
export function HeaderBell(props: ComponentProps<typeof NotificationCentre>) {
  return (
    <ErrorBoundary fallback={<BellToCome />}>
      <NotificationCentre {...props} />
    </ErrorBoundary>
  );
}

function BellToCome() {
  return (
    <span aria-hidden="true" className="inline-grid size-10 flex-none place-items-center text-fg-muted">
      <Bell size={20} />
    </span>
  );
}
