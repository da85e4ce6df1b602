import { type OrderGroup, orderGroups } from '@matgyo/contracts/order-status';
import { useAddress } from '../../../ui/use-address.ts';
import { type Sort, sorts } from '../own-orders.ts';

/** Filter and sort order, kept in the address without defaults. */
export function useView() {
  const address = useAddress();
  const group = orderGroups.find((each) => each === address.read('status'));
  const sort = address.readOne('sort', sorts);
  return {
    group,
    sort,
    setGroup: (next: OrderGroup | 'all') => address.choose({ status: next === 'all' ? '' : next }),
    setSort: (next: Sort) => address.choose({ sort: next === 'status' ? '' : next }),
  };
}
