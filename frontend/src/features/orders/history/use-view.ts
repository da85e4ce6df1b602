import { type OrderGroup, orderGroups } from '@matgyo/contracts/order-status';
import { useSearchParams } from 'react-router-dom';
import { type Sort, sorts } from '../own-orders.ts';

/** Filter and sort order, kept in the address without defaults, so that back and shared links work. */
export function useView() {
  const [search, setSearch] = useSearchParams();
  const group = orderGroups.find((each) => each === search.get('status'));
  const sort: Sort = sorts.find((each) => each === search.get('sort')) ?? 'status';
  const set = (name: string, value: string, usual: string) =>
    setSearch((current) => {
      if (value === usual) current.delete(name);
      else current.set(name, value);
      return current;
    });
  return {
    group,
    sort,
    setGroup: (next: OrderGroup | 'all') => set('status', next, 'all'),
    setSort: (next: Sort) => set('sort', next, 'status'),
  };
}
