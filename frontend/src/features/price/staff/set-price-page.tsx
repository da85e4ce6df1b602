import { type Price, parsePrice } from '@matgyo/contracts/money';
import { priceChange } from '@matgyo/contracts/price-change';
import { ungrouped } from '@matgyo/contracts/typed-won';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWaitingPrices } from '../../../api/approvals.ts';
import { isFailure } from '../../../api/call-failure.ts';
import { useCurrentPrice } from '../../../api/price.ts';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount, PriceMove } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form-page.tsx';
import { NotLoaded, Skeleton } from '../../../ui/placeholder.tsx';
import { StaffPage } from '../../../ui/staff-page.tsx';
import { UnitField } from '../../../ui/unit-field.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';
import { WaitingApproval } from '../../../ui/waiting-approval.tsx';
import { ConfirmPrice } from './confirm-price.tsx';
import { PriceHistory } from './price-history.tsx';
import { beyondLimit, isAskedAgain, type PriceLogPage, priceLogQuery, useSetPrice } from './price-log.ts';

interface Question {
  readonly next: Price;
  readonly seen: Price | null;
  readonly seenRevision: number | null;
  /** Milliseconds since 1970: what was typed to confirm one question confirms no other. */
  readonly confirmedAt: number;
}

/** Sets the price of one USDT, never over a newer price that was not shown. */
export default function SetPricePage() {
  const { t } = useTexts();
  const price = useCurrentPrice();
  const current = price.data;
  const log = useInfiniteQuery(priceLogQuery);
  return (
    <StaffPage title={t('staff.price')} intro={t('setPrice.intro')}>
      <div className="mt-6 grid gap-x-14 gap-y-6 md:grid-cols-[minmax(0,20rem)_minmax(0,26rem)]">
        <div>
          <p className="text-fg-subtle text-small">{t('setPrice.now')}</p>
          {current === undefined ? (
            price.error === null ? (
              <Skeleton className="my-2 h-7 w-36" />
            ) : (
              <NotLoaded failed={t('setPrice.nowFailed')} query={price} />
            )
          ) : (
            <>
              <p className="text-figure">
                {current.data === null ? t('setPrice.none') : <PriceAmount value={current.data} />}
              </p>
              {current.setAt !== null && (
                <p className="text-fg-subtle text-small">
                  {t('setPrice.since', { at: dateTimeInKorea(current.setAt) })}
                  {log.data?.pages[0]?.items[0]?.setBy.nickname != null &&
                    ` · ${log.data.pages[0].items[0].setBy.nickname}`}
                </p>
              )}
            </>
          )}
        </div>
        {current !== undefined && (
          <div>
            <PriceForm price={current.data} revision={current.revision} log={log.data?.pages} />
            <WaitingPrices />
          </div>
        )}
      </div>
      <PriceHistory log={log} />
    </StaffPage>
  );
}

interface PriceFormProps {
  readonly price: Price | null;
  readonly revision: number | null;
  /** Of all prices, newest first; undefined: not loaded yet. */
  readonly log: readonly PriceLogPage[] | undefined;
}

function PriceForm({ price, revision, log }: PriceFormProps) {
  const { t, formatPrice } = useTexts();
  const errorTexts = useErrorTexts();
  const setPrice = useSetPrice();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const { subject: question, isOpen, open, close } = useDialog<Question>();
  /** The server has refused a price that moved less by what is shown here. */
  const [isRefused, setRefused] = useState(false);
  const next = parsePrice(ungrouped(text));
  const change = next !== undefined && price !== null ? priceChange(price, next) : undefined;
  const ask = () => {
    if (text.trim() === '') return setError(errorTexts('PRICE_REQUIRED'));
    if (next === undefined) return setError(errorTexts('PRICE_INVALID'));
    if (change?.direction === 'same') return setError(t('setPrice.same'));
    setRefused(false);
    open({ next, seen: price, seenRevision: revision, confirmedAt: Date.now() });
  };
  const send = (question: Question, askApproval: boolean) =>
    setPrice.mutate(
      // The dialog shows the price in force, and a notice if it has changed.
      { price: question.next, seenRevision: revision, askApproval },
      {
        onSuccess: () => {
          close();
          setText('');
        },
        onError: (failure) => {
          if (isFailure(failure, 'APPROVAL_NEEDED')) setRefused(true);
          if (!isAskedAgain(failure)) close();
        },
      },
    );
  const beyond = question && beyondLimit(log, question.next);
  const toApprove = isRefused || beyond?.hasOtherAdmin === true;
  return (
    <Form onSubmit={ask}>
      <UnitField
        errorSpace
        id="price"
        label={t('setPrice.field')}
        placeholder={price === null ? undefined : formatPrice(price)}
        value={text}
        error={error}
        hint={change !== undefined && <PriceMove change={change} percent />}
        unit={t('unit.krw')}
        className="text-right"
        onType={(typed) => {
          setText(typed);
          setError(undefined);
        }}
        beside={
          <Button type="submit" variant="primary">
            {t('setPrice.set')}
          </Button>
        }
      />
      {question !== undefined && (
        <ConfirmPrice
          key={question.confirmedAt}
          open={isOpen}
          seen={question.seen}
          now={price}
          next={question.next}
          beyond={beyond}
          toApprove={toApprove}
          busy={setPrice.isPending}
          onCancel={close}
          onConfirm={() => send(question, toApprove)}
        />
      )}
    </Form>
  );
}

function WaitingPrices() {
  const { t, formatPrice } = useTexts();
  const waiting = useWaitingPrices();
  return waiting.map((one) => (
    <div key={one._id} className="mt-3 rounded-lg border border-line px-4 py-2.5">
      <p className="font-strong">
        {t('setPrice.waiting', { price: formatPrice(one.price.price), nickname: one.askedBy.nickname })}
      </p>
      <WaitingApproval approval={one} />
    </div>
  ));
}
