/** Items grouped by a name, each group in order of arrival. */
export function createGroups<T extends object>() {
  const groups = new Map<string, Set<T>>();
  const names = new Map<T, string>();
  return {
    add(one: T, name: string): void {
      groups.set(name, (groups.get(name) ?? new Set()).add(one));
      names.set(one, name);
    },
    remove(one: T): void {
      const name = names.get(one);
      if (name === undefined) return;
      names.delete(one);
      const group = groups.get(name);
      group?.delete(one);
      if (group?.size === 0) groups.delete(name);
    },
    of: (name: string): readonly T[] => [...(groups.get(name) ?? [])],
    all: (): readonly T[] => [...names.keys()],
    sizeOf: (name: string): number => groups.get(name)?.size ?? 0,
    size: (): number => names.size,
    oldestOfLargest(): T | undefined {
      let largest: ReadonlySet<T> = new Set();
      for (const group of groups.values()) if (group.size > largest.size) largest = group;
      return largest.values().next().value;
    },
  };
}
