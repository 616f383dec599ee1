type Labels = Readonly<Record<string, string | number>>;
type Value = { readonly labels: Labels; readonly value: number; readonly metricName?: string };
type Aggregator = "sum" | "min" | "max" | "average" | "first" | "omit";

/** A metric in the JSON form of prom-client. `aggregator` says how the values of several processes are combined. */
export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator?: Aggregator;
  readonly values: readonly Value[];
};

/** All metrics of one process, which workers send to the primary. */
export type Snapshot = readonly Metric[];

type Reading = number | readonly (readonly [labels: Labels, value: number])[];

const valuesOf = (reading: Reading): Value[] =>
  typeof reading === "number"
    ? [{ labels: {}, value: reading }]
    : reading.map(([labels, value]) => ({ labels, value }));

const metricOf =
  (type: string) =>
  (name: string, help: string, reading: Reading, aggregator: Aggregator = "sum"): Metric => ({
    name,
    help,
    type,
    aggregator,
    values: valuesOf(reading),
  });

export const gauge = metricOf("gauge");
export const counter = metricOf("counter");

/** `counts` has one more element than there are bounds. Its counts are not cumulative. */
type Distribution = { readonly labels: Labels; readonly counts: ArrayLike<number>; readonly sum: number };

const bucketsOf = (name: string, bounds: readonly number[], { labels, counts, sum }: Distribution): Value[] => {
  let total = 0;
  const buckets = [...bounds, "+Inf"].map((le, at) => {
    total += counts[at] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
};

export const histogram = (
  name: string,
  help: string,
  bounds: readonly number[],
  distributions: readonly Distribution[],
): Metric => ({
  name,
  help,
  type: "histogram",
  aggregator: "sum",
  values: distributions.flatMap((distribution) => bucketsOf(name, bounds, distribution)),
});
