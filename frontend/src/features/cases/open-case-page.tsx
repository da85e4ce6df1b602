import { type CaseReason, caseReasons } from '@matgyo/contracts/cases';
import type { Side } from '@matgyo/contracts/ids';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { caseReasonTexts } from '@matgyo/contracts/reason-texts';
import { tradePhaseOf } from '@matgyo/contracts/trade-phase';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { isFailure } from '../../api/call-failure.ts';
import { formCommand } from '../../api/command.ts';
import { answerTo, queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { KrwAmount, UsdtAmount } from '../../ui/amount.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Form, FormFailure } from '../../ui/form-page.tsx';
import { Page } from '../../ui/page.tsx';
import { type Photo, PhotoField } from '../../ui/photo-field.tsx';
import { Empty, NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { ReasonChoice, useReason } from '../../ui/reason-choice.tsx';
import { StatementField } from '../../ui/statement-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useStatement } from '../../ui/use-statement.ts';
import { useCaseCommand } from './cases.ts';

/** What a party can be missing: the seller the won, the buyer the USDT. */
const reasonsOf: Readonly<Record<Side, readonly CaseReason[]>> = {
  sell: caseReasons.filter((reason) => reason !== 'TETHER_NOT_RECEIVED'),
  buy: caseReasons.filter((reason) => reason !== 'PAYMENT_NOT_RECEIVED'),
};

export default function OpenCasePage() {
  const { t } = useTexts();
  const { tradeId = '' } = useParams();
  const { pathname } = useLocation();
  const isStaff = pathname.startsWith('/admin');
  const base = isStaff ? '/admin/disputes' : '/dashboard/disputes';
  const trade = useQuery(
    answerTo(queryKeys.own.trades.one(tradeId), tradePaths.trade, { params: { id: tradeId } }),
  );
  const nickname = useSession()?.nickname;
  const buys = nickname === trade.data?.buyerNickname;
  const order = isStaff
    ? `/admin/sell-orders?order=${trade.data?.sellOrderId}`
    : `/dashboard/orders/${buys ? trade.data?.buyOrderId : trade.data?.sellOrderId}`;
  const toTrades = (
    <ButtonLink to={isStaff ? base : '/trade-history'} variant="primary">
      {isStaff ? t('dispute.list') : t('menu.tradeHistory')}
    </ButtonLink>
  );
  return (
    <Page title={t('steps.openCase')}>
      {trade.data !== undefined && tradePhaseOf(trade.data.status) !== 'live' ? (
        <Empty title={t('dispute.matchOver')} text={t('dispute.matchOverText')} action={toTrades} />
      ) : trade.data !== undefined ? (
        <>
          <p className="mt-1 max-w-[40em] text-fg-muted">{t('dispute.openIntro')}</p>
          <p className="mt-4 font-strong">
            {trade.data.sellerNickname} → {trade.data.buyerNickname}
            <span className="block">
              <UsdtAmount value={trade.data.amount} unit /> · <KrwAmount value={trade.data.krw} />
            </span>
          </p>
          <TextLink to={order} className="text-accent text-small">
            {t('chat.viewOrder')}
          </TextLink>
          <Opening
            key={tradeId}
            tradeId={tradeId}
            base={base}
            order={order}
            reasons={isStaff ? caseReasons : reasonsOf[buys ? 'buy' : 'sell']}
          />
        </>
      ) : isFailure(trade.error, 'TRADE_NOT_FOUND') ? (
        <Empty title={t('dispute.matchMissing')} text={t('dispute.matchMissingText')} action={toTrades} />
      ) : (
        <NotLoaded failed={t('dispute.matchFailed')} query={trade}>
          <Skeleton className="mt-4 w-64" />
        </NotLoaded>
      )}
    </Page>
  );
}

interface OpeningProps {
  readonly tradeId: string;
  readonly base: string;
  /** The path of the order that this was opened from. */
  readonly order: string;
  readonly reasons: readonly CaseReason[];
}

function Opening({ tradeId, base, order, reasons }: OpeningProps) {
  const { t, failureText } = useTexts();
  const navigate = useNavigate();
  const id = useId();
  const reason = useReason<CaseReason>(t('dispute.reasonMissing'));
  const statement = useStatement(`dispute:${tradeId}`, t('dispute.missing'));
  const [image, setImage] = useState<Photo>();
  const opening = useCaseCommand(
    (fields: { readonly reason: CaseReason; readonly statement: string; readonly image: Blob | undefined }) =>
      formCommand(casePaths.openCase, { params: { id: tradeId } }, fields),
    { done: t('dispute.opened'), onDone: () => statement.clear() },
  );
  const send = () => {
    if (image === 'loading') return;
    reason.check();
    statement.check();
    if (reason.chosen === undefined) return document.getElementsByName(`${id}-reason`)[0]?.focus();
    if (statement.written === '') return document.getElementById(id)?.focus();
    opening.mutate(
      { reason: reason.chosen, statement: statement.written, image },
      { onSuccess: ({ caseId }) => void navigate(`${base}/${caseId}`, { replace: true }) },
    );
  };
  return (
    <Form busy={opening.isPending} onSubmit={send} className="mt-5 grid max-w-[40rem] gap-4">
      <ReasonChoice
        withoutKeys
        id={`${id}-reason`}
        title={t('label.reason')}
        reasons={reasons}
        texts={caseReasonTexts}
        {...reason.field}
      />
      <StatementField {...statement.field} id={id} label={t('dispute.whatHappened')} />
      <PhotoField image={image} onImage={setImage} />
      <p className="text-fg-subtle text-small">{t('dispute.whoSees')}</p>
      <FormFailure text={failureText(opening.error, t('dispute.openFailed'))} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={order}>{t('dismiss')}</ButtonLink>
        <Button type="submit" variant="primary" busy={opening.isPending || image === 'loading'}>
          {t('steps.openCase')}
        </Button>
      </div>
    </Form>
  );
}
