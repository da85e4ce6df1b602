import type { AdminInquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '../../../api/use-call.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Chips } from '../../../ui/choice.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { PageSearch } from '../../../ui/filter-field.tsx';
import { Paged } from '../../../ui/paged.tsx';
import { Empty, Skeleton } from '../../../ui/placeholder.tsx';
import { NothingFound, StaffPage } from '../../../ui/staff-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { useDialog } from '../../../ui/use-dialog.ts';
import { subjects } from '../inquiry-status.tsx';
import { closedQuery, inboxEffects, inboxQuery, statusFilters, subjectFilters } from './inbox.ts';
import { InboxItem } from './inbox-item.tsx';

/** Inquiries of members: the open ones, longest waiting first, to answer and close in place, or the closed ones. */
export default function InboxPage() {
  const { t, formatCount } = useTexts();
  const address = useAddress();
  const status = address.choice('status', statusFilters);
  const subject = address.choice('about', subjectFilters);
  const search = address.read('search');
  const isClosed = status.chosen === 'inactive';
  const wanted = { title: subject.chosen === 'all' ? undefined : subjects[subject.chosen], search };
  const open = status.chosen === 'pending' || status.chosen === 'active' ? status.chosen : undefined;
  const inbox = useInfiniteQuery(inboxQuery({ ...wanted, status: open }));
  const closed = useInfiniteQuery({ ...closedQuery(wanted), enabled: isClosed });
  const closing = useDialog<string>();
  const counts = inbox.data?.pages[0]?.counts;
  const toClose = inbox.data?.pages.flatMap(({ items }) => items).find(({ _id }) => _id === closing.subject);
  const isFiltered = open !== undefined || wanted.title !== undefined || search !== '';
  return (
    <StaffPage
      title={t('staff.inquiries')}
      intro={
        <>
          {t('inbox.intro')}{' '}
          <TextLink to="/admin/chat?of=support" className="inline-block underline">
            {t('inbox.toSupport')}
          </TextLink>
        </>
      }
    >
      <div className="mt-4 mb-2 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2.5 md:flex md:flex-wrap md:items-center">
        <Chips
          label={t('label.statusFilter')}
          {...status}
          choices={[
            {
              value: 'open',
              label: t('inbox.open'),
              count: counts && formatCount(counts.pending + counts.active),
            },
            {
              value: 'pending',
              label: t('inquiry.statuses.pending'),
              count: counts && formatCount(counts.pending),
            },
            {
              value: 'active',
              label: t('inquiry.statuses.active'),
              count: counts && formatCount(counts.active),
            },
            { value: 'inactive', label: t('inquiry.statuses.inactive') },
          ]}
        />
        <Chips
          label={t('inbox.filterSubject')}
          {...subject}
          choices={subjectFilters.map((each) => ({
            value: each,
            label: each === 'all' ? t('inbox.everySubject') : t(`inquiry.titles.${subjects[each]}`),
          }))}
        />
        <PageSearch label={t('inbox.search')} />
      </div>
      <Paged
        list={isClosed ? closed : inbox}
        failed={t('inbox.loadFailed')}
        skeleton={['a', 'b', 'c'].map((row) => (
          <div key={row} className="grid h-36 content-center gap-2.5 border-line border-b">
            <Skeleton className="w-56" />
            <Skeleton className="w-full max-w-[34rem]" />
            <Skeleton className="w-80 max-w-full" />
          </div>
        ))}
        none={
          isFiltered ? (
            <NothingFound
              title={t('inbox.noneSuch')}
              text={t('inbox.noneSuchText')}
              filters={['status', 'about', 'search']}
            />
          ) : isClosed ? (
            <Empty title={t('inbox.noneClosed')} text={t('inbox.noneClosedText')} />
          ) : (
            <Empty title={t('inbox.none')} text={t('inbox.noneText')} />
          )
        }
      >
        {(inquiries) => (
          <ul>
            {inquiries.map((inquiry) => (
              <InboxItem key={inquiry._id} inquiry={inquiry} onClose={() => closing.open(inquiry._id)} />
            ))}
          </ul>
        )}
      </Paged>
      {toClose !== undefined && (
        <CloseInquiry key={toClose._id} inquiry={toClose} open={closing.isOpen} onDone={closing.close} />
      )}
    </StaffPage>
  );
}

interface CloseInquiryProps {
  readonly inquiry: AdminInquiryView;
  readonly open: boolean;
  readonly onDone: () => void;
}

/** Asks for confirmation before an inquiry is closed; warns if it is unanswered. */
function CloseInquiry({ inquiry, open, onDone }: CloseInquiryProps) {
  const { t } = useTexts();
  const { nickname } = inquiry.userId;
  const close = useCall(inquiryPaths.closeInquiry, {
    ...inboxEffects,
    done: t('inbox.closed', { nickname }),
    failed: t('inbox.closeFailed'),
  });
  return (
    <Confirm
      open={open}
      danger
      busy={close.isPending}
      title={t('inbox.closeTitle', { nickname })}
      confirmLabel={t('inbox.closeYes', { nickname })}
      onCancel={onDone}
      onConfirm={() => close.mutate({ params: { id: inquiry._id }, body: {} }, { onSettled: onDone })}
    >
      {inquiry.comments.length === 0 ? t('inbox.closeUnanswered') : t('inbox.closeText')}
    </Confirm>
  );
}
