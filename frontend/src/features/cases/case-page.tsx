import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { reasonText } from '@matgyo/contracts/reason-texts';
import { mayAppeal } from '@matgyo/ledger/trade/appeal';
import type { ComponentType } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { isFailure } from '../../api/call-failure.ts';
import { command } from '../../api/command.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../ui/amount.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { chatPath } from '../../ui/chat-path.ts';
import { classes } from '../../ui/class-names.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DetailPage } from '../../ui/detail-page.tsx';
import { Facts } from '../../ui/facts.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Skeleton } from '../../ui/placeholder.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { isUnderReview, useCaseLabels, useCaseStatusLabel } from './case-labels.ts';
import { CaseTimeline } from './case-timeline.tsx';
import { useCase, useCaseCommand } from './cases.ts';
import { Stating, statementFieldId } from './stating.tsx';

const CaseActions = onDemand(() => import('./staff/case-actions.tsx'));
const PayoutOfCase = onDemand(() => import('./staff/payout-of-case.tsx'));

interface CasePageProps {
  /** Opens the case file of an order; only admins have one. */
  readonly CaseFileButton?: ComponentType<{ readonly orderId: string }>;
}

export default function CasePage({ CaseFileButton }: CasePageProps) {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const isStaff = pathname.startsWith('/admin');
  const list = isStaff ? '/admin/disputes' : '/dashboard/disputes';
  const query = useCase(id);
  usePageTitle(t('dispute.title'));
  return (
    <DetailPage
      className={classes('page-x max-w-[57.5rem] pt-4 pb-10 md:pt-6 md:pb-16', !isStaff && 'mx-auto')}
      list={{ to: list, name: t('dispute.list') }}
      missing={
        isFailure(query.error, 'CASE_NOT_FOUND') && {
          title: t('dispute.notFound'),
          text: t('dispute.notFoundText'),
        }
      }
      query={query}
      failed={t('dispute.loadFailed')}
      skeleton={
        <>
          <Skeleton className="mt-3 h-6 w-48" />
          <Skeleton className="mt-4 w-full max-w-[34rem]" />
          <Skeleton className="mt-3 w-80 max-w-full" />
        </>
      }
    >
      {query.data && <Case key={id} one={query.data} isStaff={isStaff} CaseFileButton={CaseFileButton} />}
    </DetailPage>
  );
}

interface CaseProps {
  readonly one: CaseView;
  readonly isStaff: boolean;
  readonly CaseFileButton: CasePageProps['CaseFileButton'];
}

function Case({ one, isStaff, CaseFileButton }: CaseProps) {
  const { t, language, formatUsdt } = useTexts();
  const { parties } = useCaseLabels();
  const status = useCaseStatusLabel()(one);
  const orders = isStaff ? '/admin/orders' : '/dashboard/orders';
  const own = one.as === 'admin' ? one.sell : one[one.as];
  const appealUntil = isAppellant(one) ? one.appealUntil : null;
  return (
    <>
      <h1 className="text-title">
        {t('dispute.title')} · {reasonText('CaseOpened', one.reason, language) ?? one.reason}
      </h1>
      <p className="text-fg-subtle text-small">{t('dispute.openedBy', { who: parties[one.openedBy] })}</p>
      <section aria-label={t('dispute.now')} className="mt-4 rounded-xl bg-surface px-5 py-4 md:px-7">
        <p className="font-strong">
          {status}
          {one.admin !== null && one.appeal === null && ` · ${one.admin}`}
        </p>
        <p className="mt-1 text-fg-muted">
          <Unbroken text={useNowText(one)} />
        </p>
        {one.status === 'open' && !hasStated(one) && <p className="mt-1">{t('dispute.notStated')}</p>}
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-small">
          <Facts
            label="text-fg-subtle"
            rows={{
              [parties.sell]: <Party {...one.sell} isStaff={isStaff && one.as === 'admin'} />,
              [parties.buy]: <Party {...one.buy} isStaff={isStaff && one.as === 'admin'} />,
              [t('dispute.amount')]: (
                <>
                  <UsdtAmount value={one.amount} unit /> · <KrwAmount value={one.krw} /> ·{' '}
                  <PriceAmount value={one.price} />
                  {one.matchedAmount !== one.amount && (
                    <span className="block text-fg-muted">
                      {t('dispute.ofMatched', { amount: formatUsdt(one.matchedAmount) })}
                    </span>
                  )}
                </>
              ),
            }}
          />
        </dl>
        {isStaff && one.as === 'admin' && <PayoutOfCase tradeId={one.tradeId} />}
        <div className="mt-3 flex flex-wrap gap-2">
          <ButtonLink to={`${orders}/${own._id}`} size="medium">
            {t('chat.viewOrder')}
          </ButtonLink>
          <ButtonLink to={chatAbout(one)} size="medium">
            {one.as === 'admin' ? t('dispute.chat') : t('chat.withPartner')}
          </ButtonLink>
          {CaseFileButton !== undefined && one.as === 'admin' && <CaseFileButton orderId={one.sell._id} />}
          {isStaff && one.as === 'admin' && isUnderReview(one) && <CaseActions one={one} />}
          {isUnderReview(one) && <ToForm label={t('dispute.addStatementLabel')} />}
          {appealUntil !== null && <ToForm label={t('dispute.appeal')} />}
          {one.status === 'open' && one.openedBy === one.as && <Drop id={one._id} />}
        </div>
      </section>
      <CaseTimeline one={one} />
      {isUnderReview(one) && <Stating id={one._id} kind="addStatement" />}
      {appealUntil !== null && <Appeal one={one} until={appealUntil} />}
    </>
  );
}

function Party({ _id, nickname, orderCode, isStaff }: CaseView['sell'] & { readonly isStaff: boolean }) {
  if (!isStaff) return `${nickname} · ${orderCode}`;
  const name = encodeURIComponent(nickname);
  return (
    <>
      <TextLink to={`/admin/users?search=${name}&user=${name}`} className="text-accent">
        {nickname}
      </TextLink>
      {' · '}
      <TextLink to={`/admin/orders/${_id}`} className="text-accent">
        {orderCode}
      </TextLink>
    </>
  );
}

/** The room of the match, seen from one's own order; admins see it beside the rooms of both orders. */
function chatAbout({ as, sell, buy, tradeId }: CaseView): string {
  if (as === 'buy') return chatPath({ _id: buy._id, side: 'buy' }, sell._id, tradeId);
  const path = chatPath({ _id: sell._id, side: 'sell' }, buy._id, tradeId);
  return as === 'admin' ? `${path}&room=trade` : path;
}

/** Moves the focus to the form below the timeline, which is far down on a phone. */
function ToForm({ label }: { readonly label: string }) {
  return (
    <Button size="medium" onClick={() => document.getElementById(statementFieldId)?.focus()}>
      {label}
    </Button>
  );
}

const hasStated = ({ as, timeline }: CaseView): boolean =>
  as === 'admin' ||
  timeline.some(({ by, statement, ofThisCase }) => ofThisCase && statement !== null && by === as);

const isAppellant = (one: CaseView): boolean => one.as !== 'admin' && mayAppeal(one, one.as);

/** Appeals against the ruling, which is possible once: what an appeal can still change, and its statement. */
function Appeal({ one, until }: { readonly one: CaseView; readonly until: string }) {
  const { t } = useTexts();
  return (
    <section aria-labelledby="case-appeal" className="mt-7 max-w-[40rem]">
      <h2 id="case-appeal" className="text-small font-strong">
        {t('dispute.appeal')}
      </h2>
      <p className="mt-1 text-fg-muted">
        <Unbroken text={t('dispute.appealIntro', { until: dateTimeInKorea(until) })} />
      </p>
      <p className="mt-2 text-fg-muted">
        {one.outcome === 'complete' ? t('dispute.appealCompleted') : t('dispute.appealCancelled')}
      </p>
      <Stating id={one._id} kind="appeal" />
    </section>
  );
}

/** What happens next, and until when. */
function useNowText(one: CaseView): string {
  const { t } = useTexts();
  const { status, taken, outcome, appeal, appealUntil, as } = one;
  const to = as === 'admin' ? 'staff' : 'now';
  if (status === 'withdrawn') return t('dispute.nowWithdrawn');
  if (appeal === 'overturn')
    return outcome === 'complete'
      ? t(`dispute.${to}OverturnedReversed`)
      : t('dispute.nowOverturnedCancelled');
  if (outcome === null) return taken ? t(`dispute.${to}Taken`) : t(`dispute.${to}Waiting`);
  const ruled = outcome === 'complete' ? t('dispute.nowCompleted') : t(`dispute.${to}Cancelled`);
  if (appeal !== null)
    return `${ruled} ${appeal === 'open' ? t(`dispute.${to}Appealed`) : t('dispute.nowConfirmed')}`;
  if (appealUntil === null) return ruled;
  const until = { until: dateTimeInKorea(appealUntil) };
  return `${ruled} ${isAppellant(one) ? t('dispute.nowMayAppeal', until) : t(`dispute.${to}Appealable`, until)}`;
}

/** The match then continues at the step that it had reached. */
function Drop({ id }: { readonly id: string }) {
  const { t } = useTexts();
  const dropping = useCaseCommand(() => command(casePaths.withdraw, { params: { id }, body: {} }), {
    done: t('dispute.dropped'),
    failed: t('dispute.failed'),
  });
  return (
    <ConfirmButton
      size="medium"
      variant="danger"
      label={t('dispute.drop')}
      title={t('dispute.dropTitle')}
      text={<p>{t('dispute.dropText')}</p>}
      cancelLabel={t('close')}
      busy={dropping.isPending}
      onConfirm={(close) => dropping.mutate(undefined, { onSuccess: close })}
    />
  );
}
