import { useSearchParams } from 'react-router-dom';

type Changes = Readonly<Record<string, string>>;

/** Filters in the address, so that back and shared links work. Empty values, which are the defaults, are left out. */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const write = (changes: Changes, replace: boolean) =>
    setSearch(
      (current) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') current.delete(name);
          else current.set(name, value);
        }
        return current;
      },
      { replace },
    );
  return {
    read: (name: string): string => search.get(name) ?? '',
    /** One of `words`; anything else is the first of them, the default. */
    readOne: <Word extends string>(name: string, values: readonly [Word, ...Word[]]): Word =>
      values.find((word) => word === search.get(name)) ?? values[0],
    /** Adds a history entry. */
    choose: (changes: Changes) => write(changes, false),
    /** While the user types: no history entry per letter. */
    type: (changes: Changes) => write(changes, true),
  };
}
