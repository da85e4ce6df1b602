import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { parsePrice, parseUsdt } from '@matgyo/contracts/money';
import { ungrouped } from '@matgyo/contracts/typed-won';
import { useState } from 'react';
import { type MatchDraft, useNamedOrder, usePreview, useProposals } from './match-calls.ts';
import { useStableProposals } from './stable-proposals.ts';

/** While a shorter part of a code is being typed, it is not called wrong. */
const codeLengthMin = 4;

export type DraftForm = ReturnType<typeof useMatchDraft>;

/** The counterpart, amount and price that an admin chooses for a match, and its preview. */
export function useMatchDraft(order: AdminOrderView) {
  const { data, error, isFetchedAfterMount } = useProposals(order._id);
  // A cached answer from an earlier visit would show its changes as new ones.
  const proposals = useStableProposals(isFetchedAfterMount ? data?.items : undefined);
  const [picked, setPicked] = useState<string>();
  const [pasted, setPasted] = useState('');
  const [amountText, setAmountText] = useState<string>();
  const [priceText, setPriceText] = useState<string>();
  const best = proposals.proposals?.find((each) => !each.gone)?.proposal.counterpart._id;
  // The best one is chosen once: the figures on screen must not become another member's.
  if (picked === undefined && best !== undefined) setPicked(best);
  const named = useNamedOrder(order.side, pasted.trim());
  // Nor when the order that a part of a code named leaves the market to another one.
  const [found, setFound] = useState<string>();
  if (found === undefined && named.id !== undefined) setFound(named.id);
  const draft: MatchDraft = {
    side: order.side,
    orderId: order._id,
    counterpartId: pasted.trim() !== '' ? (found ?? '') : (picked ?? best ?? ''),
    amount: amountText === undefined ? undefined : parseUsdt(ungrouped(amountText)),
    price: priceText === undefined ? undefined : parsePrice(ungrouped(priceText)),
  };
  const dropTexts = () => {
    setAmountText(undefined);
    setPriceText(undefined);
  };
  const typeCode = (text: string) => {
    setPasted(text);
    setFound(undefined);
    dropTexts();
  };
  return {
    order,
    ...proposals,
    proposalsError: data === undefined ? error : null,
    draft,
    preview: usePreview(draft),
    picked,
    choose: (next: string | undefined) => {
      setPicked(next);
      typeCode('');
    },
    pasted,
    pasteFault: found === undefined && pasted.trim().length >= codeLengthMin ? named.fault : undefined,
    paste: typeCode,
    amountText,
    setAmountText,
    amountInvalid: amountText !== undefined && draft.amount === undefined,
    priceText,
    setPriceText,
    priceInvalid: priceText !== undefined && draft.price === undefined,
  };
}
