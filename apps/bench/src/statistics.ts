type Rate = { readonly responses: number; readonly seconds: number };

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return (below + above) / 2;
};

export const quartiles = (values: readonly number[]): readonly [number, number] => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  return [at(0.25), at(0.75)];
};

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const perSecond = ({ responses, seconds }: Rate): number => (seconds > 0 ? responses / seconds : 0);

/** Compares the rates of each round, because the turns of one round are close in time. */
export const ratiosByRound = (own: readonly Rate[], competitor: readonly Rate[]): number[] =>
  own.map((run, round) => perSecond(run) / perSecond(competitor[round] ?? run));

/** @param part - 0.5 for the median, or 0.99 for the 99th percentile. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
