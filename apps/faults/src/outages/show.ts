import { inColumns } from "../columns.js";
import type { Result } from "./run-outage.js";

const seconds = (ms: number | undefined) => (ms === undefined ? "-" : (ms / 1_000).toFixed(1));

const { header, line } = inColumns([
  { title: "outage", width: 46 },
  { title: "alert", width: 39 },
  { title: "for", width: 3 },
  { title: "fired (s)", width: 9 },
  { title: "ended (s)", width: 9 },
  { title: "serves (s)", width: 10 },
  { title: "lost", width: 4 },
  { title: "doubled", width: 7 },
  { title: "verdict", width: 7 },
]);
export { header };

/** Writes the row of an outage, and under it what the service printed and which requests failed. */
export const row = (result: Result): string => {
  const { outage, alert, waits, firedMs, endedMs, servesAgainMs, lost, doubled, reasons } = result;
  const { printed, failures, others, webhooksAgain } = result;
  const cells = [
    outage,
    alert ?? "-",
    waits ?? "-",
    seconds(firedMs),
    seconds(endedMs),
    seconds(servesAgainMs),
    String(lost),
    String(doubled),
    reasons.length === 0 ? "passed" : "FAILED",
  ];
  return [
    line(cells),
    `    printed: ${printed === "" ? "nothing" : printed}`,
    `    failed requests: ${failures}`,
    ...(others.length === 0 ? [] : [`    also fired: ${others.join(", ")}`]),
    ...(webhooksAgain === 0 ? [] : [`    webhooks delivered again: ${webhooksAgain}`]),
  ].join("\n");
};
