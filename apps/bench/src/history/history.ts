/** This service's rate over a competitor's: the median of the rounds and their middle half. */
export type Ratio = {
  readonly date: string;
  readonly commit: string;
  readonly scenario: string;
  readonly server: string;
  readonly median: number;
  readonly p25: number;
  readonly p75: number;
};

export const HEAD = "date,commit,scenario,server,median,p25,p75";

export const toLine = ({ date, commit, scenario, server, median, p25, p75 }: Ratio): string =>
  [date, commit, scenario, server, ...[median, p25, p75].map((value) => value.toFixed(3))].join(",");

/** @throws RangeError for a line that is no entry. */
export const parseHistory = (text: string): Ratio[] =>
  text
    .split("\n")
    .filter((line) => line !== "" && line !== HEAD)
    .map((line) => {
      const [date = "", commit = "", scenario = "", server = "", ...values] = line.split(",");
      const [median = Number.NaN, p25 = Number.NaN, p75 = Number.NaN] = values.map(Number);
      if (values.length !== 3 || ![median, p25, p75].every(Number.isFinite)) {
        throw new RangeError(`docs/benchmark-history.csv: "${line}" is no entry; delete it.`);
      }
      return { date, commit, scenario, server, median, p25, p75 };
    });

const lastOf = (history: readonly Ratio[], { scenario, server }: Ratio) =>
  history.findLast((one) => one.scenario === scenario && one.server === server);

/** A ratio has moved if its middle half and that of the last entry do not touch. */
export const compareWithHistory = (history: readonly Ratio[], current: readonly Ratio[]): string[] =>
  current.flatMap((now) => {
    const before = lastOf(history, now);
    if (before === undefined || (now.p25 <= before.p75 && before.p25 <= now.p75)) return [];
    const verdict = now.median < before.median ? "regression?" : "better";
    const change = `${before.median.toFixed(2)} (${before.commit}) to ${now.median.toFixed(2)}`;
    return [`${now.scenario} against ${now.server}: ${change}: ${verdict}`];
  });
