import { Bell } from 'lucide-react';

/** Keeps the bell's place in the header until it has come. */
export const BellToCome = () => (
  <span aria-hidden="true" className="inline-grid size-10 flex-none place-items-center text-fg-muted">
    <Bell size={20} strokeWidth={1.6} />
  </span>
);
