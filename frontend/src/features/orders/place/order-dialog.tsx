import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { Side } from '@matgyo/contracts/ids';
import { compareMoney, isPositive, type Price } from '@matgyo/contracts/money';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { isFailure } from '../../../api/call-failure.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useLevelLimit } from '../../../api/levels.ts';
import { usePublicSettings } from '../../../api/public-settings.ts';
import { formatKrw, formatPrice, formatUsdt } from '../../../format/amount.ts';
import { useTexts, withTexts } from '../../../i18n/index.ts';
import { readDraft, writeDraft } from '../../../session/draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormFailure } from '../../../ui/form-page.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConfirmOrder } from './confirm-order.tsx';
import { usePlaceOrder } from './place-order.ts';
import { PriceNotice } from './price-notice.tsx';
import { type Quote, quoteFor } from './quote.ts';
import { Receipt } from './receipt.tsx';
import { useBriefMessage } from './use-brief-message.ts';
import { useSeenPrice } from './use-seen-price.ts';
import { useTypedWon } from './use-typed-won.ts';
import { WalletField, walletFault } from './wallet-field.tsx';
import { WonField } from './won-field.tsx';

const LevelLeft = onDemand(() => withTexts('account', import('./level-left.tsx')));

interface OrderDialogProps {
  readonly side: Side;
  /** The price now; null while none is set, undefined while it is not known. */
  readonly price: Price | null | undefined;
  readonly account: MemberView | undefined;
  /** Closed, by whatever way, and off the screen. */
  readonly onClosed: () => void;
}

/** Selling or buying: won in, a receipt beside them, one more question, done. */
export function OrderDialog({ side, price, account, onClosed }: OrderDialogProps) {
  const { t, language } = useTexts();
  const formId = useId();
  const wonInput = useRef<HTMLInputElement>(null);
  const walletInput = useRef<HTMLInputElement>(null);
  const agreement = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(true);
  const draftName = `${side}-order`;
  const walletDraftName = `${side}-wallet`;
  const won = useTypedWon(
    () => readDraft(draftName),
    (text) => writeDraft(draftName, text),
  );
  const [wallet, keepWallet] = useState(() => readDraft(walletDraftName) || undefined);
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<Quote>();
  const fault = useBriefMessage();
  const place = usePlaceOrder(side);

  const { isBeyond: isBeyondLevel, recheck: recheckLevel } = useLevelLimit();
  const settings = usePublicSettings();
  const feeRate = settings?.feeRate;
  const krw = won.read.kind === 'won' && isPositive(won.read.krw) ? won.read.krw : undefined;
  const quote = krw !== undefined && price != null ? quoteFor(krw, price, feeRate) : undefined;
  const { before } = useSeenPrice(price ?? undefined, won.text !== '', () => {
    setAgreed(false);
    setAsking(undefined);
  });
  const inactive = account?.status === 'inactive';
  const impossible = inactive || price === null;
  const address = wallet ?? account?.tetherAddress ?? '';

  const setWallet = (next: string) => {
    keepWallet(next);
    setTried(false);
    writeDraft(walletDraftName, next);
  };
  /** Left by choice or because it is done: the next order starts empty. A reload or an ended session is neither. */
  useEffect(
    () => () => {
      for (const name of [draftName, walletDraftName]) writeDraft(name, '');
    },
    [draftName, walletDraftName],
  );
  const close = () => setOpen(false);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (impossible || place.isPending) return;
    if (won.read.kind === 'refused') {
      won.leave();
      wonInput.current?.focus();
    } else if (price === undefined && krw !== undefined) {
      fault.show('krw', t('place.priceComing'));
    } else if (quote === undefined) {
      fault.show('krw', t('place.krwInvalid'));
      wonInput.current?.focus();
    } else if (settings !== undefined && compareMoney(quote.krw, settings.leastOrderKrw) < 0) {
      fault.show('krw', t('place.krwTooLittle', { least: formatKrw(settings.leastOrderKrw, language) }));
      wonInput.current?.focus();
    } else if (!isPositive(quote.usdt)) {
      fault.show('krw', t('place.usdtInvalid'));
      wonInput.current?.focus();
    } else if (isBeyondLevel(quote.krw)) {
      // What is said at the field may be of some time ago.
      recheckLevel();
      wonInput.current?.focus();
    } else if (walletFault(address) !== undefined) {
      setTried(true);
      walletInput.current?.focus();
    } else if (!agreed) {
      fault.show('agreed', t('place.agreeFirst'));
      agreement.current?.focus();
    } else {
      setAsking(quote);
    }
  };

  const send = (confirmed: Quote) =>
    place.mutate(
      { quote: confirmed, tetherAddress: side === 'sell' ? address.trim() : undefined },
      {
        onSuccess: ({ order }) => {
          setAsking(undefined);
          close();
          const words = { code: order.orderCode };
          toast({
            kind: 'done',
            text: side === 'sell' ? t('place.sellDone', words) : t('place.buyDone', words),
          });
        },
        onError: () => setAsking(undefined),
      },
    );

  const failure = () => {
    if (inactive) return t('place.inactive');
    if (price === null) return t('place.noPrice');
    if (place.error === null || isFailure(place.error, 'PRICE_CHANGED')) return undefined;
    return failureText(place.error, t, t('place.failed'));
  };
  const amount = quote === undefined ? undefined : formatUsdt(quote.usdt, language);
  const act = () => {
    if (amount === undefined || quote === undefined)
      return side === 'sell' ? t('place.sell') : t('place.buy');
    if (before === undefined)
      return side === 'sell' ? t('place.sellAmountOf', { amount }) : t('place.buyAmountOf', { amount });
    const words = { amount, price: formatPrice(quote.price, language) };
    return side === 'sell' ? t('place.sellAtPrice', words) : t('place.buyAtPrice', words);
  };

  return (
    <Dialog
      wide
      open={open}
      held={place.isPending}
      title={side === 'sell' ? t('menu.sellOrder') : t('menu.buyOrder')}
      initialFocus={wonInput}
      onClose={close}
      onClosed={onClosed}
      failure={<FormFailure text={failure()} />}
      footer={
        <>
          <Button className="max-md:px-3.5" onClick={close}>
            {before === undefined ? t('close') : t('place.stop')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            off={impossible}
            busy={place.isPending}
            className="max-md:flex-auto max-md:px-2 md:min-w-[21rem]"
          >
            {act()}
          </Button>
        </>
      }
    >
      {before !== undefined && quote !== undefined && (
        <PriceNotice side={side} before={before} quote={quote} />
      )}
      <form
        id={formId}
        noValidate
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 pt-1 pb-5 md:grid-cols-[minmax(0,1fr)_21rem] md:gap-9 md:px-8 md:pt-2 md:pb-7"
      >
        <div>
          <WonField
            side={side}
            price={price}
            priceMoved={before !== undefined}
            won={won}
            brief={fault.of('krw')}
            ref={wonInput}
          />
          <LevelLeft krw={krw} />
          <WalletField
            side={side}
            account={account}
            address={address}
            onAddress={setWallet}
            tried={tried}
            ref={walletInput}
          />
        </div>
        <div className="flex flex-col rounded-lg bg-inset px-[18px] py-3 md:px-[22px] md:py-5">
          <h3 className="text-small font-strong">
            {side === 'sell' ? t('place.howSell') : t('place.howBuy')}
          </h3>
          <Receipt side={side} quote={quote} feeRate={feeRate} />
          <label className="mt-2.5 flex gap-2.5 border-line border-t pt-3 text-small md:mt-5 md:pt-4">
            <input
              ref={agreement}
              type="checkbox"
              checked={agreed}
              aria-describedby="agreed-fault"
              onChange={(event) => setAgreed(event.target.checked)}
              className="size-5 flex-none accent-accent"
            />
            <span>{t('place.agree')}</span>
          </label>
          <p id="agreed-fault" role="alert" className="mt-1.5 text-danger text-small empty:hidden">
            {fault.of('agreed')}
          </p>
        </div>
      </form>
      <ConfirmOrder
        side={side}
        quote={asking}
        busy={place.isPending}
        onCancel={() => setAsking(undefined)}
        onConfirm={send}
      />
    </Dialog>
  );
}
