import { failuresOf, waitedShareOf } from "./judge.js";
import type { Result } from "./run-attack.js";
import type { Summary } from "./summarise.js";

const columns = [
  "attack",
  "victim's request",
  "requests",
  "failed",
  "p50 ms",
  "p99 ms",
  "worst ms",
  "calm p99 ms",
  "RSS MiB",
  "processor",
  "the attacker got",
  "verdict",
] as const;

const ms = (value: number) => (value < 100 ? value.toFixed(1) : String(Math.round(value)));

const gained = ({ gains, scale, mostPerTurn }: Result) => {
  const { opened, refused, closed, statuses } = gains;
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  const connections = opened === 0 ? [] : [`${opened} of ${scale.count} open, ${refused} refused, ${closed} closed`];
  return [...connections, ...answers, `${mostPerTurn} begun in one turn`].join("; ");
};

const measured = (summary: Summary, calm: Summary | undefined) => [
  summary.name,
  String(summary.requests),
  String(failuresOf(summary)),
  ms(summary.p50Ms),
  ms(summary.p99Ms),
  ms(summary.worstMs),
  calm === undefined ? "" : ms(calm.p99Ms),
];

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

export const header = (): string => `${line(columns)}\n${line(columns.map(() => "---"))}`;

/** Writes lines of a Markdown table, one for each kind of request that the victim sends. */
export const rows = (result: Result): string => {
  const { name, attacked, calm, rss, processor, reasons, ended } = result;
  const end = ended === undefined ? "" : `, ended at ${(ended.afterMs / 1_000).toFixed(1)} s`;
  const [first, ...others] = attacked.map((summary) =>
    measured(
      summary,
      calm.find((one) => one.name === summary.name),
    ),
  );
  const waited = Math.round(100 * waitedShareOf(processor));
  const ran = `${(processor.ranMs / 1_000).toFixed(1)} s, waited for ${waited} %`;
  const verdict = reasons.length === 0 ? "passed" : "FAILED";
  return [
    line([name, ...(first ?? []), `${rss.firstMb} > ${rss.maxMb}${end}`, ran, gained(result), verdict]),
    ...others.map((cells) => line(["", ...cells, "", "", "", ""])),
  ].join("\n");
};
