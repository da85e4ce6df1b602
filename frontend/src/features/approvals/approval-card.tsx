import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import type { UnmarkedReason } from '@matgyo/contracts/payment-steps';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { useTradePayment } from '../../api/trade-payment.ts';
import { durationText } from '../../format/duration.ts';
import { momentInKorea } from '../../format/moment.ts';
import { useWords } from '../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../ui/amount.tsx';
import { useGroundWords, useUnmarkedWords } from '../../ui/reason-words.ts';
import { useNow } from '../../ui/use-now.ts';
import { DecideApproval } from './decide-approval.tsx';

/** One request: what would be done exactly as it was asked, by whom, and what has become of it. */
export function ApprovalCard({ one }: { readonly one: ApprovalView }) {
  const { t } = useWords();
  const title = useId();
  const { completion } = one;
  const isOpen = one.state === 'waiting';
  return (
    <li className="rounded-lg border border-line px-5 py-4 max-md:px-4">
      <article aria-labelledby={title}>
        <header className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={title} className="text-heading">
            {completion.ruling === null ? t('approval.completion') : t('approval.ruling')}
          </h2>
          <Standing one={one} />
        </header>
        <p className="text-fg-muted text-small">
          {t('approval.askedBy', { nickname: one.askedBy.nickname, at: momentInKorea(one.askedAt) })}
        </p>
        <Completion one={one} />
        {isOpen && <DecideApproval one={one} />}
      </article>
    </li>
  );
}

function Standing({ one }: { readonly one: ApprovalView }) {
  const { t } = useWords();
  const seconds = Math.ceil((Date.parse(one.until) - useNow(30_000)) / 1000);
  const words: Record<ApprovalView['state'], string> = {
    waiting: seconds > 0 ? t('approval.left', { duration: durationText(seconds, t) }) : t('approval.expired'),
    granted: t('approval.granted'),
    fulfilled: t('approval.fulfilled'),
    lapsed: t('approval.lapsed'),
    refused: one.decidedBy?._id === one.askedBy._id ? t('approval.takenBack') : t('approval.refused'),
    expired: t('approval.expired'),
  };
  const by = one.decidedBy !== null && one.decidedBy._id !== one.askedBy._id ? one.decidedBy.nickname : null;
  return (
    <p className={one.state === 'waiting' ? 'font-strong text-pending' : 'text-fg-muted'}>
      {[words[one.state], by].filter((part) => part !== null).join(' · ')}
    </p>
  );
}

function Completion({ one: { completion, state } }: { readonly one: ApprovalView }) {
  const { t } = useWords();
  const unmarked = useUnmarkedWords();
  const grounds = useGroundWords();
  const payment = useTradePayment(state === 'waiting' ? completion.tradeId : undefined);
  const { sell, buy, amount, krw, price, reason, ruling } = completion;
  const reasons: Readonly<Record<string, string>> = unmarked satisfies Record<UnmarkedReason, string>;
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-1 text-small md:grid-cols-[auto_1fr]">
      <Fact name={t('dispute.seller')}>
        <Party order={sell} />
      </Fact>
      <Fact name={t('dispute.buyer')}>
        <Party order={buy} />
      </Fact>
      <Fact name={t('dispute.effectSettled')}>
        <UsdtAmount value={amount} unit /> · <PriceAmount value={price} />
      </Fact>
      <Fact name={t('dispute.effectWon')}>
        <span className="font-strong">
          <KrwAmount value={krw} />
        </span>
      </Fact>
      {payment?.fee != null && (
        <Fact name={t('dispute.effectFee')}>
          <UsdtAmount value={payment.fee} unit />
        </Fact>
      )}
      {reason !== null && <Fact name={t('approval.reason')}>{reasons[reason] ?? reason}</Fact>}
      {ruling !== null && (
        <>
          <Fact name={t('dispute.grounds')}>
            {ruling.reasons.map((ground) => grounds[ground]).join(', ')} ·{' '}
            <Link to={`/admin/disputes/${ruling.caseId}`} className="text-accent hover:underline">
              {t('dispute.title')}
            </Link>
          </Fact>
          {ruling.text !== null && (
            <Fact name={t('dispute.rulingText')}>
              <span className="whitespace-pre-wrap break-words">{ruling.text}</span>
            </Fact>
          )}
        </>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-subtle">{name}</dt>
      <dd className="min-w-0 max-md:mb-1">{children}</dd>
    </>
  );
}

const Party = ({ order }: { readonly order: ApprovalView['completion']['sell'] }) => (
  <>
    {order.nickname} ·{' '}
    <Link to={`/admin/orders/${order._id}`} className="whitespace-nowrap text-accent hover:underline">
      {order.orderCode}
    </Link>
  </>
);
