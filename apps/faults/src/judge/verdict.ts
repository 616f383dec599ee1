import { type FaultCase, type Injected } from "../cases/fault-case.js";
import type { Footprint } from "../service/processes.js";
import type { Losses } from "../traffic/ledger.js";
import type { Attempt } from "../traffic/traffic.js";
import type { Recovery } from "./recovery.js";

export type Evidence = {
  readonly attempts: readonly Attempt[];
  readonly recovery: Recovery;
  readonly before: Footprint;
  readonly after: Footprint;
  readonly losses: Losses;
  readonly injected: Injected;
  readonly exit: string | undefined;
};

/** The pool may have more connections after the fault than before. */
const MORE_DESCRIPTORS = 16;
/** V8 releases memory late, so some growth is allowed. */
const MORE_MB = 100;

const countBy = (names: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

const wrongOutcome = ({ operation, outcome }: Attempt, { mayClose, mayBeLate }: FaultCase): string | undefined => {
  const { kind, success, declared, alsoFine = [] } = operation;
  if (outcome === "closed") return mayClose ? undefined : `${kind}: connection closed without a response`;
  if (outcome === "late") return mayBeLate ? undefined : `${kind}: no response within 15 s`;
  const { status, headers } = outcome;
  if (!declared.has(status)) return `${kind}: ${status} is not declared`;
  const isRefusal = status === 503 || status === 429;
  if (isRefusal && headers["retry-after"] === undefined) return `${kind}: ${status} without Retry-After`;
  // Status 500 is in the contract but means a defect. A 4xx would blame the client, but its requests are valid.
  return isRefusal || status === success || alsoFine.includes(status) ? undefined : `${kind}: ${status}`;
};

const listWrongOutcomes = (attempts: readonly Attempt[], faultCase: FaultCase) => {
  const wrong = attempts.map((attempt) => wrongOutcome(attempt, faultCase)).filter((reason) => reason !== undefined);
  return [...countBy(wrong)].map(([reason, count]) => (count === 1 ? reason : `${reason} (${count} times)`));
};

const growth = (faultCase: FaultCase, { before, after }: Evidence) => {
  if (faultCase.isRestarted) return [];
  return [
    ...(after.descriptors > before.descriptors + MORE_DESCRIPTORS
      ? [`descriptors grew from ${before.descriptors} to ${after.descriptors}`]
      : []),
    ...(after.rssMb > before.rssMb + MORE_MB ? [`memory grew from ${before.rssMb} to ${after.rssMb} MB`] : []),
  ];
};

export const judge = (faultCase: FaultCase, evidence: Evidence, boundMs: number): string[] => {
  const { attempts, recovery, losses, injected, exit } = evidence;
  const isLate = recovery.ms === undefined || recovery.ms > boundMs;
  return [
    ...listWrongOutcomes(attempts, faultCase),
    ...(isLate ? [`not recovered within ${boundMs / 1000} s: ${recovery.last.join(", ")}`] : []),
    ...(losses.lost === 0 ? [] : [`${losses.lost} acknowledged writes lost`]),
    ...(losses.doubled === 0 ? [] : [`${losses.doubled} pets created twice`]),
    ...growth(faultCase, evidence),
    ...(exit === undefined ? [] : [`the service exited with ${exit}`]),
    ...(injected.reasons ?? []),
  ];
};

/** Writes a summary such as `200 412, 201 96, 503 14, closed 2`. */
export const summariseStatuses = (attempts: readonly Attempt[]): string => {
  const names = attempts.map(({ outcome }) => (typeof outcome === "string" ? outcome : String(outcome.status)));
  return [...countBy(names)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
};
