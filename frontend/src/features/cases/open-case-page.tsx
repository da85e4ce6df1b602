import { type CaseReason, caseReasons } from '@matgyo/contracts/cases';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { caseReasonTexts } from '@matgyo/contracts/reason-texts';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { failureText } from '../../api/failure-text.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { KrwAmount, UsdtAmount } from '../../ui/amount.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Chips } from '../../ui/choice.tsx';
import { FormFailure } from '../../ui/form-page.tsx';
import { NotLoaded } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { Bone } from '../../ui/placeholder.tsx';
import { StatementField } from '../../ui/statement-field.tsx';
import { useOpenCase } from './cases.ts';

/** Opens a dispute on a match: its reason, a statement, and a photo as evidence. */
export default function OpenCasePage() {
  const { t } = useTexts();
  const { tradeId = '' } = useParams();
  const { pathname } = useLocation();
  const isStaff = pathname.startsWith('/admin');
  const base = isStaff ? '/admin/disputes' : '/dashboard/disputes';
  const trade = useQuery({
    queryKey: queryKeys.own.trades.one(tradeId),
    queryFn: ({ signal }) => call(tradePaths.trade, { signal, params: { id: tradeId } }),
  });
  const nickname = useSession()?.nickname;
  const buys = nickname === trade.data?.buyerNickname;
  return (
    <Page title={t('steps.openCase')}>
      <p className="mt-1 max-w-[40em] text-fg-muted">{t('dispute.openIntro')}</p>
      {trade.data !== undefined ? (
        <>
          <p className="mt-4 font-strong">
            {trade.data.sellerNickname} → {trade.data.buyerNickname}
            <span className="block">
              <UsdtAmount value={trade.data.amount} unit /> · <KrwAmount value={trade.data.krw} />
            </span>
          </p>
          <Opening
            key={tradeId}
            tradeId={tradeId}
            base={base}
            order={
              isStaff
                ? `/admin/sell-orders?order=${trade.data.sellOrderId}`
                : `/dashboard/orders/${buys ? trade.data.buyOrderId : trade.data.sellOrderId}`
            }
            likely={buys ? 'TETHER_NOT_RECEIVED' : 'PAYMENT_NOT_RECEIVED'}
          />
        </>
      ) : (
        <NotLoaded failed={t('dispute.matchFailed')} query={trade}>
          <Bone className="mt-4 w-64" />
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
  /** The reason selected at first: what this party most often waits for. */
  readonly likely: CaseReason;
}

function Opening({ tradeId, base, order, likely }: OpeningProps) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const id = useId();
  const [reason, setReason] = useState(likely);
  const [statement, setStatement] = useState('');
  const [image, setImage] = useState<Blob>();
  const [missing, setMissing] = useState(false);
  const opening = useOpenCase(tradeId, { done: t('dispute.opened') });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (opening.isPending) return;
    const trimmed = statement.trim();
    setMissing(trimmed === '');
    if (trimmed === '') return;
    opening.mutateAsync({ reason, statement: trimmed, image }).then(
      ({ caseId }) => void navigate(`${base}/${caseId}`, { replace: true }),
      () => undefined,
    );
  };
  return (
    <form noValidate onSubmit={send} className="mt-5 grid max-w-[40rem] gap-4">
      <div className="grid gap-1.5">
        <p className="text-fg-muted text-small font-medium">{t('label.reason')}</p>
        <Chips
          wrapped
          label={t('label.reason')}
          chosen={reason}
          onChoose={setReason}
          choices={caseReasons.map((value) => ({ value, label: caseReasonTexts[value][language] }))}
        />
      </div>
      <StatementField
        id={id}
        label={t('dispute.whatHappened')}
        value={statement}
        onChange={(text) => {
          setStatement(text);
          setMissing(false);
        }}
        error={missing ? t('dispute.missing') : undefined}
      />
      <PhotoField image={image} onImage={setImage} />
      <p className="text-fg-subtle text-small">{t('dispute.whoSees')}</p>
      <FormFailure
        text={opening.error === null ? undefined : failureText(opening.error, t, t('dispute.openFailed'))}
      />
      <div className="flex gap-2">
        <ButtonLink to={order}>{t('dismiss')}</ButtonLink>
        <Button type="submit" variant="primary" busy={opening.isPending}>
          {t('steps.openCase')}
        </Button>
      </div>
    </form>
  );
}
