import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { priceChange } from '@matgyo/contracts/price-change';
import { reversalTexts } from '@matgyo/contracts/reversals';
import { useEffect, useRef } from 'react';
import { useDecideApproval } from '../../api/approvals.ts';
import { durationText, secondsUntil } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { PriceAmount, PriceMove, UsdtAmount } from '../../ui/amount.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Completion, TradeSummary, WholeText, Won } from './completion.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { DisputeLink, MemberLink, RequestFacts, RequestItem } from './request-item.tsx';
import { type ApprovalOf, useRequestLabels } from './request-labels.ts';

interface ApprovalCardProps {
  readonly one: ApprovalView;
  /** Whether it takes the focus: the page is about it. */
  readonly focused?: boolean;
}

/** One request: what would be done exactly as it was requested, by whom, and what has become of it. */
export function ApprovalCard({ one, focused = false }: ApprovalCardProps) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  const { title } = useRequestLabels(one);
  const isOpen = one.state === 'waiting';
  return (
    <RequestItem
      title={title}
      heading={heading}
      status={<ApprovalStatus one={one} />}
      by={t('approval.askedBy', { nickname: one.askedBy.nickname })}
      at={one.askedAt}
      facts={
        <>
          <RequestedActionDetails one={one} />
          <StatementsSince one={one} />
        </>
      }
    >
      {isOpen && <DecideApproval one={one} />}
      {focused && !isOpen && <p className="mt-3 font-strong">{t('approval.alreadyDecided')}</p>}
    </RequestItem>
  );
}

function ApprovalStatus({ one }: { readonly one: ApprovalView }) {
  const { t } = useTexts();
  const seconds = secondsUntil(one.until, useNow(30_000));
  const labels: Record<ApprovalView['state'], string> = {
    waiting: seconds > 0 ? t('approval.left', { duration: durationText(seconds, t) }) : t('approval.expired'),
    granted: t('approval.granted'),
    fulfilled: t('approval.fulfilled'),
    lapsed: one.decidedBy === null ? t('approval.outdated') : t('approval.lapsed'),
    refused: one.decidedBy?._id === one.askedBy._id ? t('approval.takenBack') : t('approval.refused'),
    expired: t('approval.expired'),
  };
  const by = one.decidedBy !== null && one.decidedBy._id !== one.askedBy._id ? one.decidedBy.nickname : null;
  return (
    <p className={one.state === 'waiting' ? 'font-strong text-pending' : 'text-fg-muted'}>
      {[labels[one.state], by].filter((part) => part !== null).join(' · ')}
    </p>
  );
}

function RequestedActionDetails({ one }: { readonly one: ApprovalView }) {
  switch (one.kind) {
    case 'completion':
      return <Completion one={one} />;
    case 'reversal':
      return <Reversal one={one} />;
    case 'role':
      return <RoleChange one={one} />;
    case 'price':
      return <NewPrice one={one} />;
  }
}

/** What the grounds of a decision on a dispute may not consider. */
function StatementsSince({ one: { state, dispute } }: { readonly one: ApprovalView }) {
  const { t } = useTexts();
  if (state !== 'waiting' || dispute === null || dispute.since === 0) return null;
  const { caseId, since } = dispute;
  return (
    <RequestFacts
      rows={{
        [t('approval.statementsSince')]: (
          <>
            <span className="font-strong text-pending">
              {t('approval.statements', { count: since, statements: since })}
            </span>{' '}
            · <DisputeLink caseId={caseId}>{t('approval.readInDispute')}</DisputeLink>
          </>
        ),
      }}
    />
  );
}

/** Old and new price, and how far it moves; besides from the furthest price of the last day, where that is another one. */
function NewPrice({ one }: { readonly one: ApprovalOf<'price'> }) {
  const { t } = useTexts();
  const { before, from, price } = one.price;
  return (
    <RequestFacts
      rows={{
        [t('setPrice.before')]: <PriceAmount value={before} />,
        [t('setPrice.field')]: (
          <span className="inline-flex flex-wrap gap-x-2">
            <b className="font-strong">
              <PriceAmount value={price} />
            </b>
            <PriceMove change={priceChange(before, price)} percent />
          </span>
        ),
        [t('approval.priceFrom')]: from !== before && (
          <span className="inline-flex flex-wrap gap-x-2">
            <PriceAmount value={from} />
            <PriceMove change={priceChange(from, price)} percent />
          </span>
        ),
      }}
    />
  );
}

function Reversal({ one: { reversal, dispute } }: { readonly one: ApprovalOf<'reversal'> }) {
  const { t, language } = useTexts();
  return (
    <>
      <TradeSummary trade={reversal} />
      <RequestFacts
        rows={{
          [t('label.krw')]: <Won krw={reversal.krw} />,
          [t('reversal.feeBack')]: <UsdtAmount value={reversal.fee} unit />,
          [t('reversal.reason')]: reversalTexts[reversal.reason][language],
          [t('reversal.text')]: reversal.text !== null && <WholeText text={reversal.text} />,
          [t('dispute.appeal')]: dispute !== null && (
            <>
              {t('approval.overturns')} ·{' '}
              <DisputeLink caseId={dispute.caseId}>{t('dispute.title')}</DisputeLink>
            </>
          ),
        }}
      />
    </>
  );
}

function RoleChange({ one }: { readonly one: ApprovalOf<'role'> }) {
  const { t } = useTexts();
  const { member, admin, manager, status } = one.role;
  const label = (on: boolean) => (on ? t('approval.roleGiven') : t('approval.roleTaken'));
  return (
    <RequestFacts
      rows={{
        [t('member.nickname')]: <MemberLink member={member} />,
        [t('users.isAdmin')]: admin !== null && label(admin),
        [t('users.isManager')]: manager !== null && label(manager),
        [t('label.status')]: status !== null && t(`account.states.${status}`),
      }}
    />
  );
}

/** Approves or refuses another's request, or takes one's own back. A party does neither, and sees why. */
function DecideApproval({ one }: { readonly one: ApprovalView }) {
  const { t } = useTexts();
  const labels = useRequestLabels(one);
  const decide = useDecideApproval(one._id);
  if (one.conflict !== null) return <p className="mt-4 text-fg-muted text-small">{t('approval.ownOrder')}</p>;
  return (
    <DecideButtons
      mayApprove={!one.mine}
      mayRefuse={one.mayRefuse}
      mine={one.mine}
      labels={labels}
      busy={decide.isPending}
      onDecide={(how) => decide.mutateAsync({ how, statements: one.dispute?.statements })}
    >
      {(one.mine || !one.mayRefuse) && (
        <p className="mr-auto text-fg-muted text-small">
          {one.mine ? t('approval.mine') : t('approval.aboutSelf')}
        </p>
      )}
    </DecideButtons>
  );
}
