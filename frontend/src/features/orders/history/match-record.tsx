import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import type { ReactNode } from 'react';
import { useTradePayment } from '../../../api/trade-payment.ts';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Skeleton } from '../../../ui/placeholder.tsx';
import { SentProofs } from '../../../ui/sent-proofs.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import type { Match } from '../matches.ts';

interface MatchRecordProps {
  readonly match: Match;
  readonly side: Side;
}

/** What a member may need of an ended match later: what was exchanged, when each step was marked, the transaction. */
export default function MatchRecord({ match, side }: MatchRecordProps) {
  const { t } = useTexts();
  const payment = useTradePayment(match.tradeId);
  return (
    <div className="grid gap-3 pb-4">
      {payment === undefined ? (
        <Skeleton className="w-full max-w-[24rem]" />
      ) : (
        <>
          {match.phase !== 'cancelled' && <Exchanged match={match} side={side} payment={payment} />}
          <Times match={match} payment={payment} />
          <SentProofs payment={payment} reader={side} />
          {match.caseId !== null && (
            <TextLink
              to={`/dashboard/disputes/${match.caseId}`}
              className="justify-self-start text-small underline"
            >
              {t('steps.viewCase')}
            </TextLink>
          )}
        </>
      )}
    </div>
  );
}

function Exchanged({ match, side, payment }: MatchRecordProps & { readonly payment: TradePayment }) {
  const { t } = useTexts();
  const sells = side === 'sell';
  return (
    <dl className="grid max-w-[24rem] gap-0.5 text-small">
      <Facts
        line="flex justify-between gap-3"
        label="text-fg-muted"
        value="text-right"
        rows={{
          [sells ? t('payment.gotWon') : t('payment.sentWon')]: <KrwAmount value={payment.krw} />,
          [sells ? t('payment.sentUsdt') : t('payment.gotUsdt')]: <UsdtAmount value={payment.amount} unit />,
          [match.phase === 'reversed' ? t('payment.feeTakenBack') : t('label.fee')]: payment.fee !== null && (
            <UsdtAmount value={payment.fee} unit />
          ),
        }}
      />
    </dl>
  );
}

function Times({ match, payment }: { readonly match: Match; readonly payment: TradePayment }) {
  const { t } = useTexts();
  return (
    <ul className="grid max-w-[24rem] gap-0.5 text-small">
      {payment.matchedAt !== null && <Moment what={t('trail.trade.matched')} at={payment.matchedAt} />}
      {payment.steps.map(({ step, at }) => (
        <Moment key={step} what={t(`steps.${step}.name`)} at={at} />
      ))}
      {match.endedAt !== null && match.phase !== 'live' && (
        <Moment what={t(`trail.trade.${match.phase}`)} at={match.endedAt} />
      )}
    </ul>
  );
}

const Moment = ({ what, at }: { readonly what: ReactNode; readonly at: string }) => (
  <li className="flex justify-between gap-3">
    <span className="text-fg-muted">{what}</span>
    <time dateTime={at}>{dateTimeInKorea(at)}</time>
  </li>
);
