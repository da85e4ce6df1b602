import {
  type OrderGroup,
  type OwnOrderSort,
  orderGroups,
  ownOrderSorts,
} from '@matgyo/contracts/order-status';
import { useAddress } from '../../../ui/use-address.ts';

/** Filter and sort order, kept in the address without defaults. */
export function useView() {
  const address = useAddress();
  const group = orderGroups.find((each) => each === address.read('status'));
  const sort = address.readOne('sort', ownOrderSorts);
  return {
    group,
    sort,
    setGroup: (next: OrderGroup | 'all') => address.choose({ status: next === 'all' ? '' : next }),
    setSort: (next: OwnOrderSort) => address.choose({ sort: next === 'status' ? '' : next }),
  };
}
