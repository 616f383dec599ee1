export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const line = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/i;

/** Parses the text format of Prometheus. @throws If a line is neither a sample nor a comment. */
export const parseSamples = (text: string): Sample[] =>
  text
    .split("\n")
    .filter((one) => one !== "" && !one.startsWith("#"))
    .map((one) => {
      const [, name = "", labels = "", value = ""] = line.exec(one) ?? [];
      if (name === "" || Number.isNaN(Number(value))) throw new TypeError(`not a sample: ${one}`);
      const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });

/** Returns the names that the text declares, with the suffixes of its histograms. */
export const namesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );

export const scrape = async (address: string): Promise<string> => {
  const response = await fetch(address);
  if (response.status !== 200) throw new Error(`The scrape was answered ${response.status}.`);
  return response.text();
};

/** Returns the sum of all samples of a name that have these labels. */
export const totalOf = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
