import { accountFor } from '@matgyo/contracts/bank-names';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { useMutation } from '@tanstack/react-query';
import type { Decision } from '../../api/approvals.ts';
import { type AnswerOf, call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';
import { useReload } from '../../api/use-reload.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { DecideButtons } from './decide-buttons.tsx';
import { MemberLink, RequestFacts, RequestItem } from './request-item.tsx';

type WaitingPayout = AnswerOf<typeof memberPaths.waitingPayouts>['items'][number];

/** A member's bank account and wallet that staff changed: of what changed, what is in use and what it would become. */
export function PayoutCard({ one }: { readonly one: WaitingPayout }) {
  const { t, failureText } = useTexts();
  const { _id: id, member, changedBy, changedAt, approvableFrom, before, after, consent } = one;
  const changed = {
    bank: before?.bankName !== after.bankName || before.bankAccount !== after.bankAccount,
    wallet: before?.tetherAddress !== after.tetherAddress,
  };
  const isHeld = Date.parse(approvableFrom) > useNow(30_000);
  const decide = useMutation({
    mutationFn: (how: Decision) => call(memberPaths[`${how}Payout`], { params: { id }, body: {} }),
    onError: (error) => toast({ kind: 'failed', text: failureText(error, t('approval.failed')) }),
    onSettled: useReload(queryKeys.own.staff.members.all),
  });
  return (
    <RequestItem
      title={t('approval.payout')}
      status={
        <p className={isHeld ? 'text-fg-muted' : 'font-strong text-pending'}>
          {isHeld
            ? t('approval.payoutHeld', { at: dateTimeInKorea(approvableFrom) })
            : t('approval.payoutOpen')}
        </p>
      }
      by={t('approval.payoutBy', { nickname: changedBy.nickname })}
      at={changedAt}
      facts={
        <RequestFacts
          rows={{
            [t('member.nickname')]: <MemberLink member={member} />,
            [t('approval.payoutBefore')]:
              before === null ? t('approval.payoutUnreadable') : <Details payout={before} shown={changed} />,
            [t('approval.payoutAfter')]: <Details payout={after} shown={changed} />,
          }}
        />
      }
    >
      <DecideButtons
        mayApprove={!isHeld && consent !== null}
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
    </RequestItem>
  );
}

interface DetailsProps {
  readonly payout: WaitingPayout['after'];
  readonly shown: { readonly bank: boolean; readonly wallet: boolean };
}

function Details({ payout, shown }: DetailsProps) {
  const { language } = useTexts();
  return (
    <>
      {shown.bank && accountFor(language, payout)}
      {shown.wallet && <span className="block break-all font-mono text-micro">{payout.tetherAddress}</span>}
    </>
  );
}
