import type { Ask } from "./ask.js";
import { type Sample, startAsking } from "./victim.js";

export type Phase = "calm" | "attack";
export type Orders = { readonly port: number; readonly asks: readonly Ask[] } | Phase | "stop";
export type Samples = Readonly<Record<Phase, readonly Sample[]>>;

const samples: Record<Phase, Sample[]> = { calm: [], attack: [] };
let phase: Phase = "calm";
let stop: (() => Promise<void>) | undefined;

process.on("message", async (orders: Orders) => {
  if (orders === "stop") {
    await stop?.();
    process.send?.(samples, () => process.exit());
  } else if (typeof orders === "string") phase = orders;
  else {
    stop = startAsking(orders.port, orders.asks, () => {
      const asked = phase;
      return (sample) => void samples[asked].push(sample);
    });
  }
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
