import { expect, it } from "vitest";
import { MAX_EXAMPLES } from "./check.js";
import { createFaultList } from "./fault-list.js";

it("a fault list has each place that breaks a rule, with the number of rows and some examples", () => {
  const faults = createFaultList();
  const at = { place: "at", rule: "is wrong", remedy: "restore it" };
  const actor = { ...at, place: "actor" };
  for (let event = 1; event <= MAX_EXAMPLES + 1; event += 1) faults.add(at, `event ${event}`);
  faults.add(actor, "event 1");
  faults.add({ ...actor, rule: "is in the future" }, "event 2");
  const examples = Array.from({ length: MAX_EXAMPLES }, (_, index) => `event ${index + 1}`);
  expect(faults.problems()).toEqual([
    { ...at, count: MAX_EXAMPLES + 1, examples },
    { ...actor, count: 1, examples: ["event 1"] },
    { ...actor, rule: "is in the future", count: 1, examples: ["event 2"] },
  ]);
});
