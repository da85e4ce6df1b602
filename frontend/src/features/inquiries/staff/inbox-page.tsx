import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../../i18n/index.ts';
import { Chips } from '../../../ui/choice.tsx';
import { PageSearch } from '../../../ui/filter-field.tsx';
import { Paged } from '../../../ui/paged.tsx';
import { Empty, Skeleton } from '../../../ui/placeholder.tsx';
import { NothingFound, StaffPage } from '../../../ui/staff-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { subjects } from '../inquiry-status.tsx';
import { closedQuery, inboxQuery, statusFilters, subjectFilters } from './inbox.ts';
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
  const counts = inbox.data?.pages[0]?.counts;
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
              <InboxItem key={inquiry._id} inquiry={inquiry} />
            ))}
          </ul>
        )}
      </Paged>
    </StaffPage>
  );
}
