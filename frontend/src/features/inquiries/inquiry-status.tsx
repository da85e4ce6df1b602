import type { InquiryStatus } from '@matgyo/contracts/endpoints/inquiries';
import { useInquiryLabels } from './inquiry-labels.ts';

/** Pending yellow, active green, closed red (specification, section 4), with glyph and label. */
const colours: Record<InquiryStatus, string> = {
  pending: 'text-pending',
  active: 'text-onsale',
  inactive: 'text-rejected',
};

export function InquiryStatusMark({ status }: { readonly status: InquiryStatus }) {
  const { statuses } = useInquiryLabels();
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap text-small font-medium ${colours[status]}`}
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {status === 'pending' && (
          <circle
            cx="5"
            cy="5"
            r="3.6"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeDasharray="2 1.77"
          />
        )}
        {status === 'active' && <circle cx="5" cy="5" r="4" fill="currentColor" />}
        {status === 'inactive' && (
          <path d="M1.8 5h6.4" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />
        )}
      </svg>
      {statuses[status]}
    </span>
  );
}
