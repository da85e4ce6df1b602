import { useSearchParams } from 'react-router-dom';

type Changes = Readonly<Record<string, string>>;

/**
 * What a list shows lives in its address: back works, and a link shows the same. An empty value, which is always the
 * usual one, stays out of it.
 */
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
    /** One of `words`; anything else an address may say is the first of them, which is written as nothing. */
    readOne: <Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word =>
      words.find((word) => word === search.get(name)) ?? words[0],
    /** A choice: back leads to the one before. */
    choose: (changes: Changes) => write(changes, false),
    /** While the user types: no history entry per letter. */
    type: (changes: Changes) => write(changes, true),
  };
}
