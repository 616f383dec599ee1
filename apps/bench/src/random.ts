/** Random numbers that are the same for the same seed (mulberry32). */
export type Random = {
  next(): number;
  int(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
};

export const createRandom = (seed: number): Random => {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: (items) => items[int(0, items.length - 1)] as (typeof items)[number],
    chance: (probability) => next() < probability,
  };
};

export const shuffle = <Item>(items: readonly Item[], seed: number): Item[] => {
  const random = createRandom(seed);
  return items
    .map((item) => ({ item, weight: random.next() }))
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ item }) => item);
};

/**
 * Draws indices below `count` according to Zipf's law with s = 1: the second index is drawn half as often as the first,
 * the third a third as often.
 */
export const zipfSequence = (count: number, length: number, seed: number): Uint32Array => {
  const random = createRandom(seed);
  let sum = 0;
  const upTo = Array.from({ length: count }, (_, index) => (sum += 1 / (index + 1)));
  return Uint32Array.from({ length }, () => {
    const drawn = random.next() * sum;
    return upTo.findIndex((bound) => drawn <= bound);
  });
};
