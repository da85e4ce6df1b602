import { searchLengthMax } from '@matgyo/contracts/search-length';
import { useLocation, useSearchParams } from 'react-router-dom';

type Changes = Readonly<Record<string, string>>;

/** Filters in the address, so that back and shared links work. Empty values, which are the defaults, are left out. */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  // From the address bar, not from `search`: that is as old as the last render, and a quick second change would undo
  // the first.
  const write = (changes: Changes, replace: boolean): boolean => {
    // The user has gone to another page, which is not shown yet: this would lead back.
    if (window.location.pathname !== pathname) return false;
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    // What is chosen already would be a step that Back does not show.
    const isNew = `${next}` !== `${new URLSearchParams(window.location.search)}`;
    if (isNew) setSearch(next, { replace });
    return isNew;
  };
  const readOne = <Word extends string>(name: string, values: readonly [Word, ...Word[]]): Word =>
    values.find((word) => word === search.get(name)) ?? values[0];
  const choose = (changes: Changes) => write(changes, false);
  return {
    /** No longer than what can be typed: the server refuses a longer search. */
    read: (name: string): string => (search.get(name) ?? '').slice(0, searchLengthMax),
    readWhole: (name: string): string => search.get(name) ?? '',
    /** One of `values`; anything else is the first of them, the default. */
    readOne,
    /** The same, with how to choose another: for chips and segments. */
    choice: <Word extends string>(name: string, values: readonly [Word, ...Word[]]) => ({
      chosen: readOne(name, values),
      onChoose: (next: Word) => choose({ [name]: next === values[0] ? '' : next }),
    }),
    /** Adds a history entry; returns false if it was chosen already. */
    choose,
    /** While the user types: no history entry per letter. */
    type: (changes: Changes) => write(changes, true),
  };
}
