import type { Side } from '@matgyo/contracts/ids';
import { compareMoney, isPositive, type Price } from '@matgyo/contracts/money';
import { useEffect, useRef, useState } from 'react';
import { useLevelLimit } from '../../../api/levels.ts';
import type { PaymentMethods } from '../../../api/payment-methods.ts';
import { usePublicSettings } from '../../../api/public-settings.ts';
import { useTexts } from '../../../i18n/index.ts';
import { readDraft, writeDraft } from '../../../session/draft.ts';
import { useDialog } from '../../../ui/use-dialog.ts';
import { type Quote, quoteFor } from './quote.ts';
import { useTypedWon } from './use-typed-won.ts';
import { walletFault } from './wallet-field.tsx';

export type OrderForm = ReturnType<typeof useOrderForm>;

export function useOrderForm(
  side: Side,
  price: Price | null | undefined,
  payout: PaymentMethods | undefined,
) {
  const { t } = useTexts();
  const inputs = {
    won: useRef<HTMLInputElement>(null),
    wallet: useRef<HTMLInputElement>(null),
    agreement: useRef<HTMLInputElement>(null),
  };
  const { won, wallet, setWallet, forget } = useOrderDraft(side);
  const [agreed, setAgreed] = useState(false);
  const [walletChecked, setWalletChecked] = useState(false);
  const confirming = useDialog<Quote>();
  const message = useBriefMessage(won.text);
  const level = useLevelLimit();
  const settings = usePublicSettings();
  const krw = won.read.kind === 'won' && isPositive(won.read.krw) ? won.read.krw : undefined;
  const quote = krw !== undefined && price != null ? quoteFor(krw, price, settings?.feeRate) : undefined;
  const priceBefore = usePriceBefore(price ?? undefined, won.text !== '', () => {
    setAgreed(false);
    confirming.close();
  });
  const fault = useAmountFault(quote);
  const ownWallet = payout?.wallet?.tetherAddress;
  const address = wallet ?? ownWallet ?? '';

  /** Validates the fields from top to bottom; the first fault gets the focus. */
  const submit = () => {
    if (won.read.kind === 'refused') {
      won.leave();
      return inputs.won.current?.focus();
    }
    if (price === undefined && krw !== undefined) return message.show('krw', t('place.priceComing'));
    if (fault !== undefined) {
      message.show('krw', fault);
      return inputs.won.current?.focus();
    }
    if (quote !== undefined && level.isBeyond(quote.krw)) {
      // The limit on screen may be outdated.
      level.recheck();
      return inputs.won.current?.focus();
    }
    if (walletFault(address) !== undefined) {
      setWalletChecked(true);
      return inputs.wallet.current?.focus();
    }
    if (agreed) return quote && confirming.open(quote);
    message.show('agreed', t('place.agreeFirst'));
    inputs.agreement.current?.focus();
  };

  return {
    side,
    price,
    inputs,
    won,
    krw,
    isBeyond: krw !== undefined && level.isBeyond(krw),
    /** What the level still allows; undefined: any amount. */
    most: level.left,
    quote,
    feeRate: settings?.feeRate,
    /** The price that the quote was typed at, if it has changed since. */
    priceBefore,
    address,
    /** Another one than the account's. */
    differs: payout !== undefined && address.trim() !== ownWallet,
    walletChecked,
    setAddress: (next: string) => {
      setWallet(next);
      setWalletChecked(false);
    },
    agreed,
    setAgreed,
    message,
    submit,
    confirming,
    forget,
  };
}

/** Why there is no order of this amount, if there is none. */
function useAmountFault(quote: Quote | undefined): string | undefined {
  const { t, formatKrw } = useTexts();
  const settings = usePublicSettings();
  if (quote === undefined) return t('place.krwInvalid');
  if (settings !== undefined && compareMoney(quote.krw, settings.leastOrderKrw) < 0)
    return t('place.krwTooLittle', { least: formatKrw(settings.leastOrderKrw) });
  return isPositive(quote.usdt) ? undefined : t('place.usdtInvalid');
}

/** The typed amount and wallet, which a reload or an ended session keeps. */
function useOrderDraft(side: Side) {
  const amountName = `${side}-order`;
  const walletName = `${side}-wallet`;
  const won = useTypedWon(amountName);
  const [wallet, setWallet] = useState(() => readDraft(walletName) || undefined);
  /** The dialog was closed or the order placed: the next one starts empty. Going back keeps what was typed. */
  const forget = () => {
    for (const name of [amountName, walletName]) writeDraft(name, '');
  };
  return {
    won,
    wallet,
    setWallet: (text: string) => {
      setWallet(text);
      writeDraft(walletName, text);
    },
    forget,
  };
}

/** How long an error about the amount is shown (specification, section 9). */
const shownForMs = 2000;

type Place = 'krw' | 'agreed';

/** An error at one of two fields, which disappears by itself, or when another amount is typed. */
function useBriefMessage(amount: string) {
  const [message, setMessage] = useState<{
    readonly place: Place;
    readonly text: string;
    readonly amount: string;
  }>();
  useEffect(() => {
    if (message === undefined) return;
    const timer = setTimeout(() => setMessage(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [message]);
  return {
    show: (place: Place, text: string) => setMessage({ place, text, amount }),
    of: (place: Place): string | undefined =>
      message?.place === place && message.amount === amount ? message.text : undefined,
  };
}

/**
 * The price before its last change, if it has changed since an amount was typed. `onChange` runs at each change, so
 * that consent to the old price is not taken for the new one.
 */
function usePriceBefore(price: Price | undefined, typed: boolean, onChange: () => void): Price | undefined {
  const [seen, setSeen] = useState(price);
  const [before, setBefore] = useState<Price>();
  if (price !== undefined && price !== seen) {
    setSeen(price);
    if (seen !== undefined && typed) {
      setBefore(seen);
      onChange();
    }
  }
  return before === price ? undefined : before;
}
