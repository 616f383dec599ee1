import { setPriority } from "node:os";
import type { Target } from "./attack.js";
import { findAttack } from "./attacks.js";
import { createGains, type GainCounts } from "./gains.js";
import type { News } from "./messages.js";

/**
 * The attacker must leave processor time to the service and the victim, because the machine may have only two
 * processors.
 */
const NICENESS = 19;

const gains = createGains();
const tell = (news: News<GainCounts>, then = () => {}) => void process.send?.(news, then);
const stopping = new AbortController();

process.on("message", (order: Target | "stop") => {
  if (order === "stop") {
    stopping.abort();
    tell({ kind: "report", report: gains.counts() }, () => process.exit());
    return;
  }
  const [name = ""] = process.argv.slice(2);
  findAttack(name)
    .strike(order, gains, stopping.signal)
    .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    .finally(() => tell({ kind: "begun" }));
});
process.on("disconnect", () => process.exit());
setPriority(NICENESS);
tell({ kind: "ready" });
