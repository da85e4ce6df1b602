import CasePage from '../features/cases/case-page.tsx';
import { onDemand } from '../ui/on-demand.tsx';

const CaseFileButton = onDemand(() => import('../features/orders/staff/trail/paper/case-file-button.tsx'));

/** A dispute as admins see it, with the case file of its orders. */
export default function StaffCase() {
  return <CasePage CaseFileButton={CaseFileButton} />;
}
