import type { InquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { ChevronDown } from 'lucide-react';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { useInquiryLabels } from './inquiry-labels.ts';
import { InquiryStatusMark } from './inquiry-status.tsx';

interface InquiryItemProps {
  readonly inquiry: InquiryView;
  readonly onDelete: (inquiry: InquiryView) => void;
}

/** One inquiry: subject, status, latest answer; when expanded, all of it. */
export function InquiryItem({ inquiry, onDelete }: InquiryItemProps) {
  const { t } = useTexts();
  const { titles } = useInquiryLabels();
  return (
    <li className="border-line border-b last:border-0">
      <details className="group">
        <summary className="grid list-none grid-cols-[1fr_auto] items-center gap-x-3 gap-y-0.5 py-4 md:grid-cols-[11rem_minmax(0,1fr)_6.5rem_1.25rem] md:gap-x-6 [&::-webkit-details-marker]:hidden">
          <span className="grid">
            <span className="font-strong">{titles[inquiry.title]}</span>
            <span className="text-fg-subtle text-small">{dateTimeInKorea(inquiry.createdAt)}</span>
          </span>
          {/* When expanded, the whole text is below. */}
          <span className="grid min-w-0 group-open:invisible max-md:order-last max-md:col-span-2 max-md:group-open:hidden">
            <span className="truncate">{inquiry.description}</span>
            <span className="truncate text-fg-subtle text-small">
              {inquiry.comment ?? t('inquiry.noAnswer')}
            </span>
          </span>
          <InquiryStatusMark status={inquiry.status} />
          <ChevronDown
            size={18}
            strokeWidth={1.6}
            className="text-fg-subtle transition-transform duration-fast group-open:rotate-180 max-md:hidden"
          />
        </summary>
        <div className="grid gap-4 pb-5 md:pl-[12.5rem]">
          <p className="whitespace-pre-wrap">{inquiry.description}</p>
          {inquiry.comments.map(({ _id, comment, createdAt }) => (
            <div key={_id} className="rounded-lg bg-surface px-4 py-3">
              <p className="text-fg-subtle text-micro">
                {t('inquiry.answer')} · {dateTimeInKorea(createdAt)}
              </p>
              <p className="mt-1 whitespace-pre-wrap">{comment}</p>
            </div>
          ))}
          {inquiry.status === 'pending' && (
            <Button
              variant="danger"
              size="small"
              className="justify-self-start"
              onClick={() => onDelete(inquiry)}
            >
              {t('inquiry.delete')}
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}
