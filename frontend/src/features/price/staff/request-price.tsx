import type { Price } from '@matgyo/contracts/money';
import { formatPrice } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { RequestApproval } from '../../../ui/request-approval.tsx';

interface RequestPriceProps {
  /** What was refused with APPROVAL_NEEDED; undefined: nothing is requested. */
  readonly price: Price | undefined;
  /** Of the price that was seen. */
  readonly seenRevision: number | null;
  readonly percent: string;
  readonly onClose: () => void;
  readonly onRequested: () => void;
}

/** A move of the price that takes two. */
export function RequestPrice({ price, seenRevision, percent, ...ends }: RequestPriceProps) {
  const { t, language } = useTexts();
  const request = price && { kind: 'price' as const, tetherPrice: price, expectedRevision: seenRevision };
  return (
    <RequestApproval title={t('approval.price')} request={request} {...ends}>
      {price !== undefined && t('approval.priceNeeded', { price: formatPrice(price, language), percent })}
    </RequestApproval>
  );
}
