import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { onDemand } from '../ui/on-demand.tsx';

const NotificationCentre = onDemand(
  () => import('../features/notifications/notification-centre.tsx'),
  BellToCome,
);

/** The bell in a header. Should its part of the program not come, the page is there without it. */
export function HeaderBell(props: ComponentProps<typeof NotificationCentre>) {
  return (
    <ErrorBoundary fallback={<BellToCome />}>
      <NotificationCentre {...props} />
    </ErrorBoundary>
  );
}

/** Keeps its place until it has come. */
function BellToCome() {
  return (
    <span aria-hidden="true" className="inline-grid size-10 flex-none place-items-center text-fg-muted">
      <Bell size={20} strokeWidth={1.6} />
    </span>
  );
}
