import type { Stage } from "./stage.js";

/** Repairs what an outage broke, as an operator or a supervisor does, and touches nothing else. */
type Repair = () => Promise<void>;

export type Outage = {
  readonly name: string;
  /** The alert that must fire, with the dependency in parentheses. Undefined if nobody needs to be called. */
  readonly alert?: string;
  /** Which requests may fail meanwhile. */
  readonly mayFail: "none" | "photos" | "all";
  /** True if 500 is what the outage consists of. Otherwise a 500 is a defect. */
  readonly mayAnswer500?: true;
  /** Why no process of the service can print anything about it. */
  readonly silentBecause?: string;
  /** Returns why this system does not allow the outage. */
  readonly whyNot?: (stage: Stage) => string | undefined;
  readonly begin: (stage: Stage) => Promise<Repair>;
};
