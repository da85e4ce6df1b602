import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { useEffect, useId, useRef } from 'react';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { durationText } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { useNow } from '../../ui/use-now.ts';
import { Completion } from './completion.tsx';
import { DecideApproval } from './decide-approval.tsx';
import { NewPrice } from './price.tsx';
import { useRequestLabels } from './request-labels.ts';
import { Reversal } from './reversal.tsx';
import { RoleChange } from './role-change.tsx';

interface ApprovalCardProps {
  readonly one: ApprovalView;
  /** Whether it takes the focus: the page is about it. */
  readonly focused?: boolean;
}

/** One request: what would be done exactly as it was requested, by whom, and what has become of it. */
export function ApprovalCard({ one, focused = false }: ApprovalCardProps) {
  const { t } = useTexts();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  const { title } = useRequestLabels()(one);
  const isOpen = one.state === 'waiting';
  return (
    <li className="rounded-lg border border-line px-5 py-4 max-md:px-4">
      <article aria-labelledby={titleId}>
        <header className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 ref={heading} tabIndex={-1} id={titleId} className="text-heading outline-none">
            {title}
          </h2>
          <ApprovalStatus one={one} />
        </header>
        <p className="text-fg-muted text-small">
          {t('approval.askedBy', { nickname: one.askedBy.nickname, at: dateTimeInKorea(one.askedAt) })}
        </p>
        <dl className="mt-3 grid gap-x-6 gap-y-1 text-small md:grid-cols-[auto_1fr]">
          <RequestedActionDetails one={one} />
        </dl>
        {isOpen && <DecideApproval one={one} />}
        {focused && !isOpen && <p className="mt-3 font-strong">{t('approval.alreadyDecided')}</p>}
      </article>
    </li>
  );
}

function ApprovalStatus({ one }: { readonly one: ApprovalView }) {
  const { t } = useTexts();
  const seconds = Math.ceil((Date.parse(one.until) - useNow(30_000)) / 1000);
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
