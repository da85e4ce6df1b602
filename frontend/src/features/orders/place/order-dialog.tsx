import { accountFor } from '@matgyo/contracts/bank-names';
import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { Side } from '@matgyo/contracts/ids';
import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useOwnAccount } from '../../../api/own-account.ts';
import { type PaymentMethods, usePaymentMethods } from '../../../api/payment-methods.ts';
import { useCurrentPrice } from '../../../api/price.ts';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts, withTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Form, FormFailure, FormNotice } from '../../../ui/form-page.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { PriceNotice } from './price-notice.tsx';
import type { Quote } from './quote.ts';
import { Receipt } from './receipt.tsx';
import { type OrderForm, useOrderForm } from './use-order-form.ts';
import { useSendOrder } from './use-send-order.ts';
import { WalletField } from './wallet-field.tsx';
import { whyNotOrder } from './why-not-order.ts';
import { WonField } from './won-field.tsx';

const LevelLeft = onDemand(() => withTexts('account', import('./level-left.tsx')));

/** Places a sell or buy order: amount in won, receipt, confirmation. Closing it leads to the history behind it. */
export default function OrderDialog({ side }: { readonly side: Side }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { data: current, failureCount, errorUpdateCount } = useCurrentPrice();
  const price = current?.data;
  const priceFailed = current === undefined && failureCount + errorUpdateCount > 0;
  const { data: account } = useOwnAccount();
  // In use, as the other party sees them: those of the account may still wait.
  const { data: payout } = usePaymentMethods();
  const formId = useId();
  const [open, setOpen] = useState(true);
  const form = useOrderForm(side, price, payout);
  const label = useSubmitLabel(form);
  const close = () => {
    form.forget();
    setOpen(false);
  };
  const sending = useSendOrder(form, close);
  const impossible = whyNotOrder(account, t) ?? (price === null ? t('place.noPrice') : undefined);

  return (
    <Dialog
      wide
      open={open}
      blocking={sending.busy}
      title={t(`menu.order.${side}`)}
      initialFocus={form.inputs.won}
      closeLabel={t('dismiss')}
      onClose={close}
      // Replaced, so that going back does not open another order.
      onClosed={() => void navigate({ pathname: `/dashboard/${side}-history`, search }, { replace: true })}
      failure={
        impossible !== undefined ? (
          <FormNotice>{impossible}</FormNotice>
        ) : (
          <FormFailure text={sending.failure ?? (priceFailed ? t('place.priceFailed') : undefined)} />
        )
      }
      footer={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          off={impossible !== undefined}
          busy={sending.busy}
          className="max-md:flex-auto max-md:whitespace-normal max-md:px-2 md:min-w-[21rem]"
        >
          {label}
        </Button>
      }
    >
      <PriceNotice form={form} />
      <Form
        id={formId}
        busy={sending.busy}
        onSubmit={() => impossible === undefined && form.submit()}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 pt-1 pb-5 md:grid-cols-[minmax(0,1fr)_21rem] md:gap-9 md:px-8 md:pt-2 md:pb-7"
      >
        <div>
          <WonField form={form} />
          <LevelLeft krw={form.krw} />
          <WalletField form={form} />
          {side === 'sell' && payout?.bank != null && <PaidTo bank={payout.bank} />}
          {account !== undefined && payout !== undefined && (
            <Missing side={side} account={account} payout={payout} />
          )}
        </div>
        <div className="flex flex-col rounded-lg bg-inset px-[18px] py-3 md:px-[22px] md:py-5">
          <h3 className="text-small font-strong">{t('place.summary')}</h3>
          <Receipt form={form} />
          {side === 'sell' && <p className="mt-2 text-fg-subtle text-small">{t('place.feeText')}</p>}
          <Agreement form={form} />
        </div>
      </Form>
      <ConfirmOrder form={form} busy={sending.busy} onConfirm={sending.send} />
    </Dialog>
  );
}

/** The submit button's text: with the amount once there is one, and with the price after it has changed. */
function useSubmitLabel({ side, quote, priceBefore }: OrderForm): string {
  const { t, formatUsdt, formatPrice } = useTexts();
  if (quote === undefined) return t(`place.send.${side}`);
  const values = { amount: formatUsdt(quote.usdt), price: formatPrice(quote.price) };
  if (priceBefore === undefined) return t(`place.sendAmount.${side}`, values);
  return t(`place.sendAtPrice.${side}`, values);
}

function PaidTo({ bank }: { readonly bank: NonNullable<PaymentMethods['bank']> }) {
  const { t, language } = useTexts();
  return (
    <p className="mt-4 text-fg-muted text-small">
      {t('place.bankOfSeller')}{' '}
      <span className="inline-block font-medium text-fg">{accountFor(language, bank)}</span>
    </p>
  );
}

interface MissingProps {
  readonly side: Side;
  readonly account: MemberView;
  readonly payout: PaymentMethods;
}

/** What staff who never signed up lack, and where it is added or, once it waits, confirmed. */
function Missing({ side, account, payout }: MissingProps) {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const [what, none, unconfirmed] =
    side === 'sell'
      ? (['bank', t('place.noBank'), 'BANK_ACCOUNT_UNCONFIRMED'] as const)
      : (['wallet', t('place.noWallet'), 'TETHER_ADDRESS_UNCONFIRMED'] as const);
  if (payout[what] !== null) return null;
  const waits = payout.next?.[what] != null;
  const register = account.admin ? `/admin/users/${account._id}` : '/dashboard/edit-info';
  return (
    <p className="mt-4 text-small">
      {waits ? errorTexts(unconfirmed) : none}{' '}
      <TextLink to={waits ? '/payment-methods' : register} className="inline-block underline">
        {waits ? t('menu.paymentMethods') : t('place.register')}
      </TextLink>
    </p>
  );
}

function Agreement({ form: { agreed, setAgreed, message, inputs } }: { readonly form: OrderForm }) {
  const { t } = useTexts();
  return (
    <>
      <label className="mt-2.5 flex gap-2.5 border-line border-t pt-3 text-small md:mt-5 md:pt-4">
        <input
          ref={inputs.agreement}
          type="checkbox"
          checked={agreed}
          aria-describedby="agreed-error"
          onChange={(event) => setAgreed(event.target.checked)}
          // Focused when it is what is missing: the message below it comes into view as well.
          className="size-5 flex-none scroll-mb-24 accent-accent"
        />
        <span>{t('place.agree')}</span>
      </label>
      <FieldError id="agreed" error={agreed ? undefined : message.of('agreed')} className="mt-1.5" />
    </>
  );
}

interface ConfirmOrderProps {
  readonly form: OrderForm;
  readonly busy: boolean;
  readonly onConfirm: (quote: Quote) => void;
}

function ConfirmOrder({ form, busy, onConfirm }: ConfirmOrderProps) {
  const { t, formatUsdt, formatKrw, formatPrice } = useTexts();
  const { side } = form;
  const { subject: quote, isOpen, close } = form.confirming;
  if (quote === undefined) return null;
  const { usdt, price, krw, fee } = quote;
  const values = { amount: formatUsdt(usdt), price: formatPrice(price), krw: formatKrw(krw) };
  return (
    <Confirm
      open={isOpen}
      busy={busy}
      title={t(`place.confirmTitle.${side}`)}
      confirmLabel={t(`place.confirm.${side}`, values)}
      onCancel={close}
      onConfirm={() => onConfirm(quote)}
    >
      <p>{t(`place.confirmText.${side}`, values)}</p>
      {side === 'sell' && fee !== undefined && (
        <p>{t('place.confirmSent', { amount: values.amount, fee: formatUsdt(fee) })}</p>
      )}
      <p className="mt-2 text-small">{t('place.confirmNext')}</p>
    </Confirm>
  );
}
