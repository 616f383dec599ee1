const MAX_CACHED_VALUES = 1_000;

/** Caches the results of reading the texts of a column, in limited memory. */
export const memoize = <Value>(read: (text: string) => Value & ({} | null)) => {
  const known = new Map<string, Value & ({} | null)>();
  return (text: string): Value & ({} | null) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MAX_CACHED_VALUES) known.clear();
    const result = read(text);
    known.set(text, result);
    return result;
  };
};
