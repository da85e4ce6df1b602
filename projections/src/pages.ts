/** A long list, read in pages: `read` gives the first `size` rows after a key, in the order of that key. */
export async function* pagesOf<Row, Key>(
  { start, size }: { readonly start: Key; readonly size: number },
  read: (after: Key) => Promise<readonly Row[]>,
  keyOf: (last: Row) => Key,
): AsyncGenerator<readonly Row[], void, undefined> {
  for (let after = start; ; ) {
    const page = await read(after);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < size) return;
    after = keyOf(last);
  }
}
