import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pages } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Page } from '../../ui/page.tsx';
import { Bone, Empty } from '../../ui/placeholder.tsx';
import { InquiryItem } from './inquiry-item.tsx';
import { type Subject, subjects } from './inquiry-labels.ts';

const NewInquiry = onDemand(() => import('./new-inquiry.tsx'));
const DeleteInquiry = onDemand(() => import('./delete-inquiry.tsx'));

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
          <Plus size={18} strokeWidth={1.6} />
          {t('inquiry.new')}
        </Button>
      }
    >
      <Inquiries onNew={write} />
      <Writing requested={requested} onClose={() => setSearch({}, { replace: true })} />
    </Page>
  );
}

const isSubject = (text: string | null): text is Subject => text !== null && Object.hasOwn(subjects, text);

/** Keeps the dialog and its text while it is closed and reopened. */
function Writing({
  requested,
  onClose,
}: {
  readonly requested: string | null;
  readonly onClose: () => void;
}) {
  const [subject, setSubject] = useState<Subject>();
  if (requested !== null && subject === undefined) setSubject(isSubject(requested) ? requested : 'other');
  return (
    subject !== undefined && <NewInquiry open={requested !== null} subject={subject} onClose={onClose} />
  );
}

function Inquiries({ onNew }: { readonly onNew: () => void }) {
  const { t } = useTexts();
  const list = useOwnInquiries();
  const { data } = list;
  const [deleting, setDeleting] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  if (data === undefined)
    return (
      <NotLoaded failed={t('inquiry.loadFailed')} query={list}>
        {['a', 'b', 'c'].map((row) => (
          <div key={row} className="grid h-[77px] content-center gap-2 border-line border-b">
            <Bone className="w-40" />
            <Bone className="h-[11px] w-64" />
          </div>
        ))}
      </NotLoaded>
    );
  const inquiries = data.pages.flatMap(({ items }) => items);
  if (inquiries.length === 0)
    return (
      <Empty
        title={t('inquiry.none')}
        text={t('inquiry.noneText')}
        action={
          <Button variant="primary" onClick={onNew}>
            {t('inquiry.first')}
          </Button>
        }
      />
    );
  const chosen = inquiries.find(({ _id }) => _id === deleting);
  return (
    <>
      <ul className="mt-3">
        {inquiries.map((inquiry) => (
          <InquiryItem
            key={inquiry._id}
            inquiry={inquiry}
            onDelete={({ _id }) => {
              setDeleting(_id);
              setConfirming(true);
            }}
          />
        ))}
      </ul>
      <LoadMore list={list} />
      {chosen !== undefined && (
        <DeleteInquiry
          key={chosen._id}
          inquiry={chosen}
          open={confirming}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

const pageSize = 50;
/** Answers are written by people, so there is no need to poll often. */
const pollEveryMs = 10_000;

const ownInquiriesQuery = infiniteQueryOptions({
  queryKey: queryKeys.own.inquiries,
  ...pages(inquiryPaths.ownInquiries, { limit: pageSize }),
  refetchInterval: pollEveryMs,
});

/** A member's own inquiries, newest first. */
const useOwnInquiries = () => useInfiniteQuery(ownInquiriesQuery);
