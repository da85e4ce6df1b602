import type { InquiryStatus } from '@matgyo/contracts/inquiries';
import { StageMark } from '../../ui/status.tsx';
import { useInquiryLabels } from './inquiry-labels.ts';

/** Pending yellow, active green, closed red (specification, section 4), with the glyphs of orders. */
const marks = {
  pending: { stage: 'pending' },
  active: { stage: 'onsale' },
  inactive: { stage: 'cancelled', colour: 'text-rejected' },
} as const satisfies Record<InquiryStatus, object>;

export function InquiryStatusMark({ status }: { readonly status: InquiryStatus }) {
  const { statuses } = useInquiryLabels();
  return <StageMark {...marks[status]} word={statuses[status]} />;
}
