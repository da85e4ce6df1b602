import type { InquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, Plus } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { pages, pollUnlessPushed, queryKeys } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { onDemandDialog } from '../../ui/on-demand.tsx';
import { Page } from '../../ui/page.tsx';
import { Paged } from '../../ui/paged.tsx';
import { Empty, Skeleton } from '../../ui/placeholder.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { InquiryStatusMark, type Subject, subjects } from './inquiry-status.tsx';

const NewInquiry = onDemandDialog(() => import('./new-inquiry.tsx'));

/** A member's inquiries and their answers. `?new=sell` opens a new one about selling. */
export default function InquiryPage() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const requested = search.get('new');
  const write = () => setSearch({ new: 'other' });
  return (
    <Page
      title={t('menu.inquiryHistory')}
      action={
        <Button size="medium" onClick={write}>
          <Plus size={18} />
          {t('inquiry.new')}
        </Button>
      }
    >
      <p className="mb-3 text-fg-muted">
        {t('inquiry.intro')}{' '}
        <TextLink to="/dashboard/one-on-one" className="inline-block underline">
          {t('inquiry.toSupport')}
        </TextLink>
      </p>
      <Inquiries onNew={write} />
      <NewInquiry
        open={requested !== null}
        subject={isSubject(requested) ? requested : 'other'}
        onSubject={(subject) => setSearch({ new: subject }, { replace: true })}
        onClose={() => setSearch({}, { replace: true })}
      />
    </Page>
  );
}

const isSubject = (text: string | null): text is Subject => text !== null && Object.hasOwn(subjects, text);

function Inquiries({ onNew }: { readonly onNew: () => void }) {
  const { t } = useTexts();
  const list = useInfiniteQuery(ownInquiries);
  return (
    <Paged
      list={list}
      failed={t('inquiry.loadFailed')}
      skeleton={['a', 'b', 'c'].map((row) => (
        <div key={row} className="grid h-[77px] content-center gap-2 border-line border-b">
          <Skeleton className="w-40" />
          <Skeleton className="h-[11px] w-64" />
        </div>
      ))}
      none={
        <Empty
          title={t('inquiry.none')}
          text={t('inquiry.noneText')}
          action={
            <Button variant="primary" onClick={onNew}>
              {t('inquiry.first')}
            </Button>
          }
        />
      }
    >
      {(inquiries) => (
        <ul className="mt-3">
          {inquiries.map((inquiry) => (
            <InquiryItem key={inquiry._id} inquiry={inquiry} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

/** Answers are written by people, so there is no need to poll often. */
const pollEveryMs = 10_000;

const ownInquiries = infiniteQueryOptions({
  ...pages(queryKeys.own.inquiries, inquiryPaths.ownInquiries),
  refetchInterval: pollUnlessPushed(pollEveryMs),
});

/** One inquiry: subject, status, latest answer; when expanded, all of it. */
function InquiryItem({ inquiry }: { readonly inquiry: InquiryView }) {
  const { t } = useTexts();
  return (
    <li className="border-line border-b last:border-0">
      <details className="group">
        <summary className="grid list-none grid-cols-[1fr_auto_auto] items-center gap-x-3 gap-y-0.5 py-4 md:grid-cols-[11rem_minmax(0,1fr)_auto_1.25rem] md:gap-x-6">
          <span className="grid">
            <span className="font-strong">{t(`inquiry.titles.${inquiry.title}`)}</span>
            <span className="text-fg-subtle text-small">{dateTimeInKorea(inquiry.createdAt)}</span>
          </span>
          {/* When expanded, the whole text is below. */}
          <span className="grid min-w-0 group-open:invisible max-md:order-last max-md:col-span-3 max-md:group-open:hidden">
            <span className="truncate">{inquiry.description}</span>
            <span className="truncate text-fg-subtle text-small">
              {inquiry.comment ?? t('inquiry.noAnswer')}
            </span>
          </span>
          <InquiryStatusMark status={inquiry.status} />
          <ChevronDown
            size={18}
            className="text-fg-subtle transition-transform duration-fast group-open:rotate-180"
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
          {inquiry.status === 'pending' && <DeleteInquiry inquiry={inquiry} />}
        </div>
      </details>
    </li>
  );
}

function DeleteInquiry({ inquiry }: { readonly inquiry: InquiryView }) {
  const { t } = useTexts();
  const remove = useCall(inquiryPaths.deleteInquiry, {
    changes: [queryKeys.own.inquiries],
    done: t('inquiry.deleted'),
    failed: t('inquiry.deleteFailed'),
  });
  return (
    <ConfirmButton
      variant="danger"
      size="small"
      className="justify-self-start"
      label={t('inquiry.delete')}
      confirmLabel={t('inquiry.deleteYes')}
      title={t('inquiry.deleteTitle')}
      text={<p className="line-clamp-3">{inquiry.description}</p>}
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate({ params: { id: inquiry._id }, body: {} }, { onSettled: close })}
    />
  );
}
