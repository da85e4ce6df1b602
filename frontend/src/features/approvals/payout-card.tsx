import { memberPaths } from '@matgyo/contracts/paths/members';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { failureText } from '../../api/failure-text.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { AnswerOf } from '../../api/route.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { Fact } from './fact.tsx';

type WaitingPayout = AnswerOf<typeof memberPaths.waitingPayouts>['items'][number];
type Way = 'approve' | 'refuse';

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
  const [way, setWay] = useState<Way>('approve');
  const [open, setOpen] = useState(false);
  const isAlone = consent === 'no-second-admin';
  const decide = useMutation({
    mutationFn: (how: Way) => call(memberPaths[`${how}Payout`], { params: { id }, body: {} }),
    onSuccess: (_, how) =>
      toast({ kind: 'done', text: how === 'approve' ? t('approval.approved') : t('approval.ended') }),
    onError: (error) => toast({ kind: 'failed', text: failureText(error, t, t('approval.failed')) }),
    onSettled: () => {
      setOpen(false);
      return queryClient.invalidateQueries({ queryKey: queryKeys.own.staff.members.all });
    },
  });
  const ask = (how: Way) => {
    setWay(how);
    setOpen(true);
  };
  const approves = way === 'approve';
  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
      {consent !== 'second-admin' && (
        <p className="mr-auto text-fg-muted text-small">
          {isAlone ? t('approval.payoutAlone') : t('approval.payoutOwn')}
        </p>
      )}
      <Button size="medium" aria-haspopup="dialog" onClick={() => ask('refuse')}>
        {t('approval.refuse')}
      </Button>
      {mayApprove && (
        <Button size="medium" variant="primary" aria-haspopup="dialog" onClick={() => ask('approve')}>
          {t('queue.approve')}
        </Button>
      )}
      <Confirm
        open={open}
        danger={!approves}
        busy={decide.isPending}
        title={approves ? t('approval.payoutTitle') : t('approval.refuse')}
        confirmLabel={approves ? t('queue.approve') : t('approval.refuse')}
        cancelLabel={t('close')}
        onCancel={() => setOpen(false)}
        onConfirm={() => decide.mutate(way)}
      >
        <p>
          {approves
            ? t('approval.payoutText', { nickname: member.nickname })
            : t('approval.payoutRefuseText', { nickname: member.nickname })}
        </p>
      </Confirm>
    </div>
  );
}
