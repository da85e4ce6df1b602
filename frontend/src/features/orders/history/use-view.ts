import { useSearchParams } from 'react-router-dom';
import { type Filter, filters, type Sort, sorts } from './arrange.ts';

/** Filter and sort live in the address: back works, and a link shows the same list. Defaults stay out of it. */
export function useView() {
  const [search, setSearch] = useSearchParams();
  const filter: Filter = filters.find((each) => each === search.get('status')) ?? 'all';
  const sort: Sort = sorts.find((each) => each === search.get('sort')) ?? 'status';
  const set = (name: string, value: string, usual: string) =>
    setSearch((current) => {
      if (value === usual) current.delete(name);
      else current.set(name, value);
      return current;
    });
  return {
    filter,
    sort,
    setFilter: (next: Filter) => set('status', next, 'all'),
    setSort: (next: Sort) => set('sort', next, 'status'),
  };
}
