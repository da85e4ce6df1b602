import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { formatKrw, formatPrice, formatUsdt } from '../../format/amount.ts';
import { useTexts } from '../../i18n/index.ts';

export interface DecisionLabels {
  readonly approveTitle: string;
  /** What approving does, and what refusing leaves as it is. */
  readonly approveText: string;
  readonly refuseText: string;
}

interface RequestLabels extends DecisionLabels {
  readonly title: string;
}

/** The texts of a request, by its kind. */
export function useRequestLabels(): (one: ApprovalView) => RequestLabels {
  const { t, language } = useTexts();
  return (one) => {
    switch (one.kind) {
      case 'completion': {
        const { amount, krw, sell, buy, ruling } = one.completion;
        const what = {
          amount: formatUsdt(ruling?.part?.amount ?? amount, language),
          krw: formatKrw(ruling?.part?.krw ?? krw, language),
          seller: sell.nickname,
          buyer: buy.nickname,
        };
        if (ruling?.outcome === 'cancel')
          return {
            title: t('approval.rulingToCancel'),
            approveTitle: t('approval.cancelTitle'),
            approveText: t('approval.cancelText', what),
            refuseText: t('approval.refuseText', what),
          };
        return {
          title: ruling === null ? t('approval.completion') : t('approval.ruling'),
          approveTitle: t('approval.approveTitle'),
          approveText: t('approval.approveText', what),
          refuseText: t('approval.refuseText', what),
        };
      }
      case 'reversal': {
        const { amount, krw, fee, sell, buy } = one.reversal;
        const what = {
          amount: formatUsdt(amount, language),
          fee: formatUsdt(fee, language),
          krw: formatKrw(krw, language),
          seller: sell.nickname,
          buyer: buy.nickname,
        };
        return {
          title: t('approval.reversal'),
          approveTitle: t('approval.reversalTitle'),
          approveText: t('approval.reversalText', what),
          refuseText: t('approval.reversalRefuseText', what),
        };
      }
      case 'role': {
        const { nickname } = one.role.member;
        return {
          title: t('approval.role'),
          approveTitle: t('approval.roleTitle'),
          approveText: t('approval.roleText', { nickname }),
          refuseText: t('approval.roleRefuseText', { nickname }),
        };
      }
      case 'price': {
        const { before, price } = one.price;
        const what = { before: formatPrice(before, language), price: formatPrice(price, language) };
        return {
          title: t('approval.price'),
          approveTitle: t('approval.priceTitle'),
          approveText: t('approval.priceText', what),
          refuseText: t('approval.priceRefuseText', what),
        };
      }
    }
  };
}
