import type { InquiryStatus, InquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { ChevronDown } from 'lucide-react';
import { momentInKorea } from '../../format/moment.ts';
import { useWords } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { useInquiryWords } from './inquiry-words.ts';

const colours: Record<InquiryStatus, string> = {
  pending: 'text-completed',
  active: 'text-onsale',
  inactive: 'text-rejected',
};

interface InquiryItemProps {
  readonly inquiry: InquiryView;
  readonly onDelete: (inquiry: InquiryView) => void;
}

/** One inquiry: what it is about, how it stands, its latest answer; opened, everything that was said. */
export function InquiryItem({ inquiry, onDelete }: InquiryItemProps) {
  const { t } = useWords();
  const { titles, statuses } = useInquiryWords();
  return (
    <li className="border-line border-b last:border-0">
      <details className="group">
        <summary className="grid list-none grid-cols-[1fr_auto] items-center gap-x-3 gap-y-0.5 py-4 md:grid-cols-[11rem_minmax(0,1fr)_6.5rem_1.25rem] md:gap-x-6 [&::-webkit-details-marker]:hidden">
          <span className="grid">
            <span className="font-strong">{titles[inquiry.title]}</span>
            <span className="text-fg-subtle text-small">{momentInKorea(inquiry.createdAt)}</span>
          </span>
          {/* Opened, the whole of it stands below. */}
          <span className="grid min-w-0 group-open:invisible max-md:order-last max-md:col-span-2 max-md:group-open:hidden">
            <span className="truncate">{inquiry.description}</span>
            <span className="truncate text-fg-subtle text-small">
              {inquiry.comment ?? t('inquiry.noAnswer')}
            </span>
          </span>
          <span
            className={classes(
              'inline-flex items-center gap-1.5 whitespace-nowrap text-small font-medium',
              colours[inquiry.status],
            )}
          >
            <StatusGlyph status={inquiry.status} />
            {statuses[inquiry.status]}
          </span>
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
                {t('inquiry.answer')} · {momentInKorea(createdAt)}
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

function StatusGlyph({ status }: { readonly status: InquiryStatus }) {
  return (
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
  );
}
