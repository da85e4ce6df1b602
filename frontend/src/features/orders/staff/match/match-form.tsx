import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { otherSide } from '@matgyo/contracts/ids';
import { parsePrice, parseUsdt, zeroUsdt } from '@matgyo/contracts/money';
import { ungrouped } from '@matgyo/contracts/typed-won';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { isFailure } from '../../../../api/call-failure.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { formatUsdt } from '../../../../format/amount.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChangedBand } from '../../../../ui/changed-band.tsx';
import { FieldError, TextInput } from '../../../../ui/field.tsx';
import { Kbd } from '../../../../ui/kbd.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { Bone, Loading } from '../../../../ui/placeholder.tsx';
import { type MatchDraft, type Preview, useNamedOrder, usePreview, useProposals } from './match-calls.ts';
import { MatchDock } from './match-dock.tsx';
import { MatchPreview } from './match-preview.tsx';
import { ProposalList } from './proposal-list.tsx';
import { useStableProposals } from './stable-proposals.ts';

const MatchConfirm = onDemand(() => import('./match-confirm.tsx'));
const SameAccount = onDemand(() => import('./same-account.tsx'));

/** Shorter parts of a code are on their way to being typed. */
const leastNamed = 4;

interface MatchFormProps {
  readonly order: AdminOrderView;
  /** Filled with what pressing M does: ask about the match on screen. */
  readonly ask: RefObject<(() => void) | undefined>;
  readonly onDone: () => void;
}

/** Proposes who to match an open order with, shows what would come of it, and asks. */
export function MatchForm({ order, ask, onDone }: MatchFormProps) {
  const { t, language } = useTexts();
  const id = useId();
  const { data, error: proposalsError, isFetchedAfterMount } = useProposals(order._id);
  // What is kept of an earlier look is not what was seen now: it would be shown as changed.
  const { proposals, gone, renew, drop } = useStableProposals(isFetchedAfterMount ? data?.items : undefined);
  const [picked, setPicked] = useState<string>();
  const [pasted, setPasted] = useState('');
  const [amountText, setAmountText] = useState<string>();
  const [priceText, setPriceText] = useState<string>();
  const [asked, setAsked] = useState<Preview>();
  const [asking, setAsking] = useState(false);
  const [sameAccount, setSameAccount] = useState(false);
  const [missing, setMissing] = useState(false);
  const [wanted, setWanted] = useState(false);
  const sells = order.side === 'sell';
  const first = proposals?.find((each) => !each.gone)?.proposal.counterpart._id;
  // The best one is chosen once and stays: figures that are looked at do not become somebody else's.
  if (picked === undefined && first !== undefined) setPicked(first);
  const named = useNamedOrder(order.side, pasted.trim());
  // A pasted order is what is meant; else what was picked, else the best.
  const counterpartId = pasted.trim() !== '' ? (named.id ?? '') : (picked ?? first ?? '');
  const amount = amountText === undefined ? undefined : parseUsdt(ungrouped(amountText));
  const price = priceText === undefined ? undefined : parsePrice(ungrouped(priceText));
  const draft: MatchDraft = { side: order.side, orderId: order._id, counterpartId, amount, price };
  const { data: preview, error, isPlaceholderData } = usePreview(draft);
  const counterpart = preview?.[otherSide(order.side)];
  const choose = (next: string | undefined) => {
    setPicked(next);
    setPasted('');
    setAmountText(undefined);
    setPriceText(undefined);
    setMissing(false);
    setWanted(false);
  };
  const askAbout = useEffectEvent(() => {
    if (asking || sameAccount) return;
    setWanted(false);
    if (counterpartId === '' && proposals === undefined) return setWanted(true);
    if (counterpartId === '') return setMissing(true);
    if (isFailure(error, 'SAME_ACCOUNT')) return setSameAccount(true);
    if (error !== null) return;
    // Asked for before its figures are there: they are waited for, the question is not forgotten.
    if (preview === undefined || isPlaceholderData) return setWanted(true);
    setAsked(preview);
    setAsking(true);
  });
  useEffect(() => {
    ask.current = askAbout;
    return () => {
      ask.current = undefined;
    };
  }, [ask]);
  useEffect(() => {
    if (wanted && preview !== undefined && !isPlaceholderData) askAbout();
  }, [wanted, preview, isPlaceholderData]);
  const done = () => {
    setAsking(false);
    drop(counterpartId);
    choose(undefined);
    onDone();
  };
  const figures = {
    nickname: counterpart?.nickname ?? '',
    amount: formatUsdt(preview?.amount ?? zeroUsdt, language),
  };
  const asksConsent = (preview?.beyondLimit.length ?? 0) > 0;
  const label =
    preview === undefined
      ? t('match.match')
      : asksConsent
        ? t('match.askWith', figures)
        : t('match.matchWith', figures);
  const trouble = error !== null && !isFailure(error, 'SAME_ACCOUNT') ? failureText(error, t) : undefined;
  const amountWrong = amountText !== undefined && amount === undefined ? t('match.amountInvalid') : undefined;
  const priceWrong = priceText !== undefined && price === undefined ? t('match.priceInvalid') : undefined;
  const needed = sells ? t('match.needsBuyer') : t('match.needsSeller');
  const unnamed = { none: t('match.namesNone'), several: t('match.namesSeveral') };
  const pasteFault =
    named.fault !== undefined && pasted.trim().length >= leastNamed
      ? unnamed[named.fault]
      : missing
        ? needed
        : undefined;
  return (
    <>
      {gone.length > 0 && (
        <ChangedBand
          by={undefined}
          changes={gone.map(({ counterpart: { _id, userId, open } }) => ({
            label: userId.nickname,
            before: formatUsdt(open, language),
            now: picked === _id ? t('match.choseGone') : t('match.gone'),
          }))}
          action={
            <button
              type="button"
              onClick={() => {
                renew();
                choose(undefined);
              }}
              className="tap-target flex-none whitespace-nowrap rounded-[8px] px-2.5 py-1.5 font-strong inset-ring inset-ring-on-notice-muted"
            >
              {t('match.renew')}
            </button>
          }
          className="-order-1 -mx-5 px-5"
        />
      )}
      <form
        aria-label={t('match.title')}
        // No box of its own: the dock sticks to the panel's edge from the panel's first line on.
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          askAbout();
        }}
      >
        <div className="mt-4 mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
          {proposalsError !== null && data === undefined ? (
            <p className="text-danger text-small">{failureText(proposalsError, t)}</p>
          ) : proposals === undefined ? (
            <ProposalBones />
          ) : (
            <ProposalList
              side={order.side}
              price={order.price}
              proposals={proposals}
              chosen={counterpartId}
              onChoose={choose}
            />
          )}
          <div>
            <TextInput
              id={`${id}-paste`}
              aria-label={sells ? t('match.pasteBuyer') : t('match.pasteSeller')}
              placeholder={sells ? t('match.pasteBuyer') : t('match.pasteSeller')}
              value={pasted}
              error={pasteFault}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setPasted(event.target.value);
                setAmountText(undefined);
                setPriceText(undefined);
                setMissing(false);
              }}
              className="text-small"
            />
            <FieldError id={`${id}-paste`} error={pasteFault} />
          </div>
          {counterpartId !== '' && (
            <MatchPreview
              order={order}
              preview={preview}
              stale={isPlaceholderData}
              trouble={trouble ?? (isFailure(error, 'SAME_ACCOUNT') ? failureText(error, t) : undefined)}
              priceText={priceText}
              priceWrong={priceWrong}
              onPrice={setPriceText}
            />
          )}
        </div>
        <MatchDock
          preview={preview}
          chosen={counterpartId !== '' && trouble === undefined}
          amountText={amountText}
          amountWrong={amountWrong}
          onAmount={setAmountText}
        >
          {pasted !== '' && (
            <Button variant="quiet" onClick={() => choose(undefined)}>
              {t('match.clear')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            className="min-w-0 flex-auto"
            off={amountWrong !== undefined || priceWrong !== undefined || trouble !== undefined}
          >
            <span className="min-w-0 whitespace-normal break-words py-1">{label}</span>
            <Kbd className="max-md:hidden">M</Kbd>
          </Button>
        </MatchDock>
      </form>
      {asked !== undefined && (
        <MatchConfirm
          draft={draft}
          asked={asked}
          now={preview ?? asked}
          trouble={asking && error !== null ? error : undefined}
          open={asking}
          onClose={() => setAsking(false)}
          onSameAccount={() => {
            setAsking(false);
            setSameAccount(true);
          }}
          onDone={done}
        />
      )}
      {sameAccount && <SameAccount onClose={() => setSameAccount(false)} />}
    </>
  );
}

function ProposalBones() {
  return (
    <Loading>
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex justify-between py-3">
          <Bone className="w-28" />
          <Bone className="w-20" />
        </div>
      ))}
    </Loading>
  );
}
