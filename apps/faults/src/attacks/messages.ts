import type { Ask } from "./ask.js";
import type { Sample } from "./victim.js";

export type Phase = "calm" | "attack";
export type VictimOrder = { readonly port: number; readonly asks: readonly Ask[] } | Phase;
export type Samples = Readonly<Record<Phase, readonly Sample[]>>;

/** The messages of a child process: that it listens, that its work has begun, and its result. */
export type News<Report> = { readonly kind: "ready" | "begun" } | { readonly kind: "report"; readonly report: Report };
