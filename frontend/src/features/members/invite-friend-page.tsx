import { ownAccountPaths } from '@matgyo/contracts/paths/own-account';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import type { AnswerOf } from '../../api/call.ts';
import { pages, queryKeys } from '../../api/queries.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { LoadMore } from '../../ui/paged.tsx';
import { NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { CopyCard } from './copy-card.tsx';

/** One's own code and link, and who came with them. */
export default function InviteFriendPage() {
  const { t, formatCount } = useTexts();
  const invitations = useInfiniteQuery({
    ...pages(queryKeys.own.invitations, ownAccountPaths.invitations),
    staleTime: 30_000,
  });
  const { data } = invitations;
  const [first] = data?.pages ?? [];
  return (
    <Page title={t('menu.inviteFriend')}>
      <p className="mt-1 max-w-[40em] text-fg-muted">{t('invite.text')}</p>
      {first !== undefined && data !== undefined ? (
        <>
          <Invitation code={first.inviteCode} link={new URL(first.link, window.location.origin).href} />
          <TitledSection className="mt-11" title={t('invite.joined')} count={formatCount(first.joined)}>
            <Joined people={data.pages.flatMap(({ items }) => items)} />
            <LoadMore list={invitations} />
          </TitledSection>
        </>
      ) : (
        <NotLoaded failed={t('invite.loadFailed')} query={invitations}>
          <div className="mt-6 grid gap-2 md:grid-cols-[15rem_minmax(0,1fr)]">
            <Skeleton className="h-16 w-full rounded-lg" />
            <Skeleton className="h-16 w-full rounded-lg" />
          </div>
          <Skeleton className="mt-11 h-5 w-32" />
        </NotLoaded>
      )}
    </Page>
  );
}

function Invitation({ code, link }: { readonly code: string; readonly link: string }) {
  const { t } = useTexts();
  const share = () =>
    // Closing the device's share sheet is a decision; there is nothing to report.
    navigator
      .share({ title: t('product.name'), text: t('invite.shareText'), url: link })
      .catch(() => undefined);
  return (
    <>
      <ul className="mt-6 grid gap-2 md:grid-cols-[15rem_minmax(0,1fr)]">
        <CopyCard label={t('invite.code')} value={code} />
        <CopyCard label={t('invite.link')} value={link} />
      </ul>
      {'share' in navigator && (
        <Button variant="primary" className="mt-3 max-md:w-full" onClick={() => void share()}>
          <Share2 size={18} />
          {t('invite.share')}
        </Button>
      )}
    </>
  );
}

type Friends = AnswerOf<typeof ownAccountPaths.invitations>['items'];

function Joined({ people }: { readonly people: Friends }) {
  const { t } = useTexts();
  if (people.length === 0) return <p className="mt-2 max-w-[34em] text-fg-muted">{t('invite.none')}</p>;
  return (
    <ul className="mt-2">
      {people.map(({ nickname, joinedAt }) => (
        <li
          key={`${nickname} ${joinedAt}`}
          className="flex min-h-12 items-center justify-between gap-4 border-line border-b last:border-0"
        >
          <span className="font-medium">{nickname}</span>
          <span className="text-fg-subtle text-small">
            {t('invite.joinedAt', { at: dateTimeInKorea(joinedAt) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
