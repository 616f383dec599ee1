import { setPriority } from "node:os";
import type { Target } from "./attack.js";
import { findAttack } from "./attacks.js";
import { createGains } from "./gains.js";

/** The attacker must not take the processor time of the service and the victim: the machine may have two processors. */
const NICENESS = 10;

const gains = createGains();
const stopping = new AbortController();

process.on("message", (message: Target | "stop") => {
  if (message === "stop") {
    stopping.abort();
    process.send?.(gains.counts(), () => process.exit());
    return;
  }
  const [name = ""] = process.argv.slice(2);
  findAttack(name)
    .strike(message, gains, stopping.signal)
    .catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
});
process.on("disconnect", () => process.exit());
setPriority(NICENESS);
process.send?.("ready");
