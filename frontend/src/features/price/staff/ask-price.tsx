import type { Price } from '@matgyo/contracts/money';
import { useRequestApproval } from '../../../api/approvals.ts';
import { failureText } from '../../../api/failure-text.ts';
import { formatPrice } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';

interface AskPriceProps {
  /** What was refused with APPROVAL_NEEDED; undefined: nothing is asked. */
  readonly price: Price | undefined;
  /** Of the price that was seen. */
  readonly seenRevision: number | null;
  readonly percent: string;
  readonly onClose: () => void;
  readonly onAsked: () => void;
}

/** A move of the price that takes two: asks whether another admin is to be asked. */
export function AskPrice({ price, seenRevision, percent, onClose, onAsked }: AskPriceProps) {
  const { t, language } = useTexts();
  const requesting = useRequestApproval();
  const ask = () =>
    price !== undefined &&
    requesting.mutate(
      { kind: 'price', tetherPrice: price, expectedRevision: seenRevision },
      {
        onSuccess: () => {
          toast({ kind: 'done', text: t('approval.asked') });
          onAsked();
        },
        onError: (error) => {
          toast({ kind: 'failed', text: failureText(error, t, t('approval.failed')) });
          onClose();
        },
      },
    );
  return (
    <Confirm
      open={price !== undefined}
      busy={requesting.isPending}
      title={t('approval.price')}
      confirmLabel={t('approval.ask')}
      cancelLabel={t('close')}
      onCancel={onClose}
      onConfirm={ask}
    >
      {price !== undefined && t('approval.priceNeeded', { price: formatPrice(price, language), percent })}
    </Confirm>
  );
}
