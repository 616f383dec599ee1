/** Pseudo-random numbers from 0 to 1, the same in every run (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export const shuffle = <Item>(items: readonly Item[], seed: number): Item[] => {
  const random = createRandom(seed);
  return items
    .map((item) => ({ item, weight: random() }))
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ item }) => item);
};

/** Indices below `count` by Zipf's law with s = 1: the second half as often as the first, the third a third. */
export const zipfSequence = (count: number, length: number, seed: number): Uint32Array => {
  const random = createRandom(seed);
  let sum = 0;
  const upTo = Array.from({ length: count }, (_, index) => (sum += 1 / (index + 1)));
  return Uint32Array.from({ length }, () => {
    const drawn = random() * sum;
    return upTo.findIndex((bound) => drawn <= bound);
  });
};
