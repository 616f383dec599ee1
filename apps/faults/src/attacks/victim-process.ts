import type { News, Phase, Samples, VictimOrder } from "./messages.js";
import { type Sample, startAsking } from "./victim.js";

const samples: Record<Phase, Sample[]> = { calm: [], attack: [] };
const tell = (news: News<Samples>, then = () => {}) => void process.send?.(news, then);
let phase: Phase = "calm";
let stop: (() => Promise<void>) | undefined;

process.on("message", async (order: VictimOrder | "stop") => {
  if (order === "stop") {
    await stop?.();
    tell({ kind: "report", report: samples }, () => process.exit());
  } else if (typeof order === "string") phase = order;
  else {
    stop = startAsking(order.port, order.asks, () => {
      const asked = phase;
      return (sample) => void samples[asked].push(sample);
    });
  }
});
process.on("disconnect", () => process.exit());
tell({ kind: "ready" });
