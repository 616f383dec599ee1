import type { Config } from "../config/config.js";
import type { Snapshot } from "../metrics/metric.js";

export type ChangeNote = readonly [channel: string, payload?: string];

/** If `seconds` is 0, the note clears the count. */
export type CountNote = readonly [key: string, seconds: number, by: number];

export type Count = readonly [consumedPoints: number, msBeforeNext: number];

/**
 * `here` means that the worker receives changes from now on. `prepared` means that it will listen as soon as the
 * primary tells it to.
 */
export type WorkerMessage =
  | { readonly kind: "here" }
  | { readonly kind: "prepared" }
  | { readonly kind: "listening"; readonly address: string }
  | {
      readonly kind: "failed";
      readonly problem: string;
      readonly remedy?: string | undefined;
      /** The reason of a StartMustWait error. */
      readonly reason?: string | undefined;
      readonly isTemporary?: boolean;
    }
  | { readonly kind: "count"; readonly id: number; readonly notes: readonly CountNote[] }
  | { readonly kind: "publish"; readonly id: number; readonly notes: readonly ChangeNote[] }
  | { readonly kind: "received"; readonly id: number }
  | { readonly kind: "metrics"; readonly id: number; readonly snapshot: Snapshot };

export type PrimaryMessage =
  | { readonly kind: "start"; readonly config: Config; readonly secret: string }
  | { readonly kind: "listen" }
  | { readonly kind: "counted"; readonly id: number; readonly counts: readonly Count[] }
  | { readonly kind: "changes"; readonly id: number; readonly notes: readonly ChangeNote[] }
  | { readonly kind: "published"; readonly id: number }
  | { readonly kind: "scrape"; readonly id: number }
  | { readonly kind: "ready" }
  | { readonly kind: "stop" };
