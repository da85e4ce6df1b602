import { memberPaths } from '@matgyo/contracts/paths/members';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Decision } from '../../api/approvals.ts';
import { call } from '../../api/call.ts';
import { failureText } from '../../api/failure-text.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { AnswerOf } from '../../api/route.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { DecideButtons } from './decide-buttons.tsx';
import { Fact } from './fact.tsx';

type WaitingPayout = AnswerOf<typeof memberPaths.waitingPayouts>['items'][number];

/** A member's bank account and wallet that staff changed: what is in use and what it would become. */
export function PayoutCard({ one }: { readonly one: WaitingPayout }) {
  const { t } = useTexts();
  const titleId = useId();
  const { member, changedBy, changedAt, approvableFrom, before, after, consent } = one;
  const isHeld = Date.parse(approvableFrom) > useNow(30_000);
  return (
    <li className="rounded-lg border border-line px-5 py-4 max-md:px-4">
      <article aria-labelledby={titleId}>
        <header className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={titleId} className="text-heading">
            {t('approval.payout')}
          </h2>
          <p className={isHeld ? 'text-fg-muted' : 'font-strong text-pending'}>
            {isHeld
              ? t('approval.payoutHeld', { at: dateTimeInKorea(approvableFrom) })
              : t('approval.payoutOpen')}
          </p>
        </header>
        <p className="text-fg-muted text-small">
          {t('approval.payoutBy', { nickname: changedBy.nickname, at: dateTimeInKorea(changedAt) })}
        </p>
        <dl className="mt-3 grid gap-x-6 gap-y-1 text-small md:grid-cols-[auto_1fr]">
          <Fact name={t('member.nickname')}>
            <Link to={`/admin/users/${member._id}`} className="text-accent hover:underline">
              {member.nickname}
            </Link>
          </Fact>
          <Fact name={t('approval.payoutBefore')}>
            {before === null ? t('approval.payoutUnreadable') : <Details payout={before} />}
          </Fact>
          <Fact name={t('approval.payoutAfter')}>
            <Details payout={after} />
          </Fact>
        </dl>
        <Decide one={one} mayApprove={!isHeld && consent !== null} />
      </article>
    </li>
  );
}

const Details = ({ payout }: { readonly payout: WaitingPayout['after'] }) => (
  <>
    {payout.bankName} {payout.bankAccount}
    <span className="block break-all font-mono text-micro">{payout.tetherAddress}</span>
  </>
);

interface DecideProps {
  readonly one: WaitingPayout;
  readonly mayApprove: boolean;
}

function Decide({ one: { _id: id, member, consent }, mayApprove }: DecideProps) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: (how: Decision) => call(memberPaths[`${how}Payout`], { params: { id }, body: {} }),
    onError: (error) => toast({ kind: 'failed', text: failureText(error, t, t('approval.failed')) }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.own.staff.members.all }),
  });
  return (
    <DecideButtons
      mayApprove={mayApprove}
      no={t('approval.refuse')}
      labels={{
        approveTitle: t('approval.payoutTitle'),
        approveText: t('approval.payoutText', { nickname: member.nickname }),
        refuseText: t('approval.payoutRefuseText', { nickname: member.nickname }),
      }}
      busy={decide.isPending}
      onDecide={decide.mutateAsync}
    >
      {consent !== 'second-admin' && (
        <p className="mr-auto text-fg-muted text-small">
          {consent === 'no-second-admin' ? t('approval.payoutAlone') : t('approval.payoutOwn')}
        </p>
      )}
    </DecideButtons>
  );
}
