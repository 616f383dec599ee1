import type { Ask } from "./ask.js";
import type { News } from "./child.js";
import { type Sample, startAsking } from "./victim.js";

export type Phase = "calm" | "attack";
export type Orders = { readonly port: number; readonly asks: readonly Ask[] } | Phase;
export type Samples = Readonly<Record<Phase, readonly Sample[]>>;

const samples: Record<Phase, Sample[]> = { calm: [], attack: [] };
const tell = (news: News<Samples>, then = () => {}) => void process.send?.(news, then);
let phase: Phase = "calm";
let stop: (() => Promise<void>) | undefined;

process.on("message", async (orders: Orders | "stop") => {
  if (orders === "stop") {
    await stop?.();
    tell({ kind: "report", report: samples }, () => process.exit());
  } else if (typeof orders === "string") phase = orders;
  else {
    stop = startAsking(orders.port, orders.asks, () => {
      const asked = phase;
      return (sample) => void samples[asked].push(sample);
    });
  }
});
process.on("disconnect", () => process.exit());
tell({ kind: "ready" });
