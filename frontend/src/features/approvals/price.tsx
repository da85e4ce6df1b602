import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { priceChange } from '@matgyo/contracts/price-change';
import { useTexts } from '../../i18n/index.ts';
import { PriceAmount } from '../../ui/amount.tsx';
import { PriceMove } from '../../ui/price-move.tsx';
import { Fact } from './fact.tsx';

type PriceApproval = Extract<ApprovalView, { readonly kind: 'price' }>;

/** Old and new price, and how far it moves; besides from the furthest price of the last day, where that is another one. */
export function NewPrice({ one: { price: requested } }: { readonly one: PriceApproval }) {
  const { t } = useTexts();
  const { before, from, price } = requested;
  return (
    <>
      <Fact name={t('setPrice.before')}>
        <PriceAmount value={before} />
      </Fact>
      <Fact name={t('setPrice.field')}>
        <span className="inline-flex flex-wrap gap-x-2">
          <b className="font-strong">
            <PriceAmount value={price} />
          </b>
          <PriceMove change={priceChange(before, price)} percent />
        </span>
      </Fact>
      {from !== before && (
        <Fact name={t('approval.priceFrom')}>
          <span className="inline-flex flex-wrap gap-x-2">
            <PriceAmount value={from} />
            <PriceMove change={priceChange(from, price)} percent />
          </span>
        </Fact>
      )}
    </>
  );
}
