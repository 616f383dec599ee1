import { inColumns } from "./columns.js";
import type { Result } from "./cases/run-case.js";
import type { Recovery } from "./judge/recovery.js";

const seconds = ({ ms }: Recovery, waitMs: number) =>
  ms === undefined ? `not in ${waitMs / 1_000} s` : `${(ms / 1_000).toFixed(1)} s`;
const change = (before: number, after: number) => (before === 0 ? "-" : `${before} > ${after}`);

const { header, line } = inColumns([
  { title: "fault", width: 20 },
  { title: "at", width: 29 },
  { title: "statuses", width: 48 },
  { title: "recovered in", width: 12 },
  { title: "fds", width: 9 },
  { title: "RSS (MB)", width: 10 },
  { title: "lost", width: 4 },
  { title: "doubled", width: 7 },
  { title: "verdict", width: 0 },
]);
export { header };

export const row = (result: Result, waitMs: number): string => {
  const { fault, at, statuses, recovery, before, after, losses, reasons } = result;
  return line([
    fault,
    at,
    statuses,
    seconds(recovery, waitMs),
    change(before.descriptors, after.descriptors),
    change(before.rssMb, after.rssMb),
    String(losses.lost),
    String(losses.doubled),
    reasons.length === 0 ? "passed" : "FAILED",
  ]);
};
