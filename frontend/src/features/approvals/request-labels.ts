import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { useTexts } from '../../i18n/index.ts';

export interface DecisionLabels {
  readonly approveTitle: string;
  /** What approving does, and what refusing leaves as it is. */
  readonly approveText: string;
  readonly refuseText: string;
}

export type ApprovalOf<Kind extends ApprovalView['kind']> = Extract<ApprovalView, { readonly kind: Kind }>;

type Matched = Pick<ApprovalOf<'reversal'>['reversal'], 'amount' | 'krw' | 'sell' | 'buy'>;

export function useRequestLabels(one: ApprovalView): DecisionLabels & { readonly title: string } {
  const { t, formatUsdt, formatKrw, formatPrice } = useTexts();
  const figuresOf = ({ amount, krw, sell, buy }: Matched) => ({
    amount: formatUsdt(amount),
    krw: formatKrw(krw),
    seller: sell.nickname,
    buyer: buy.nickname,
  });
  switch (one.kind) {
    case 'completion': {
      const { ruling } = one.completion;
      const what = figuresOf({ ...one.completion, ...ruling?.part });
      if (ruling?.outcome === 'cancel')
        return {
          title: t('approval.rulingToCancel'),
          approveTitle: t('approval.cancelTitle'),
          approveText: t('approval.cancelText', what),
          refuseText: t('approval.refuseText', what),
        };
      return {
        title: ruling === null ? t('approval.completion') : t('approval.ruling'),
        approveTitle: ruling === null ? t('approval.approveTitle') : t('approval.rulingTitle'),
        approveText: t('approval.approveText', what),
        refuseText: t('approval.refuseText', what),
      };
    }
    case 'reversal': {
      const what = { ...figuresOf(one.reversal), fee: formatUsdt(one.reversal.fee) };
      return {
        title: t('approval.reversal'),
        approveTitle: one.dispute === null ? t('approval.reversalTitle') : t('approval.overturnTitle'),
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
      const what = { before: formatPrice(before), price: formatPrice(price) };
      return {
        title: t('approval.price'),
        approveTitle: t('approval.priceTitle'),
        approveText: t('approval.priceText', what),
        refuseText: t('approval.priceRefuseText', what),
      };
    }
  }
}
