const LONGEST_US = 4_000_000;

export const createHistogram = () => {
  const counts = new Uint32Array(LONGEST_US + 1);
  let total = 0;

  /** Returns a quantile of the latencies, in milliseconds. */
  const quantile = (part: number): number => {
    let seen = 0;
    const slot = counts.findIndex((count) => (seen += count) >= part * total);
    return Math.max(slot, 0) / 1000;
  };

  return {
    record: (milliseconds: number): void => {
      const slot = Math.min(Math.round(milliseconds * 1000), LONGEST_US);
      counts[slot] = (counts[slot] ?? 0) + 1;
      total += 1;
    },
    quantile,
    summary: () => ({ p50Ms: quantile(0.5), p99Ms: quantile(0.99), p999Ms: quantile(0.999) }),
  };
};
