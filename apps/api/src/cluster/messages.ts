import type { Config } from "../config.js";

/** What a worker tells the others: the channel of the feed of changes, and what its notification would say. */
export type ChangeNote = readonly [channel: string, payload?: string];

/** A key to count up or down by so much, in a window of so many seconds; by 0 it is forgotten. */
export type CountNote = readonly [key: string, seconds: number, by: -1 | 0 | 1];

/** How the key stands after that. */
export type Count = readonly [consumedPoints: number, msBeforeNext: number];

/** What workers say to the primary. `here`: from now on it hears of changes. */
export type WorkerMessage =
  | { readonly kind: "here" }
  | { readonly kind: "listening"; readonly address: string }
  | { readonly kind: "failed"; readonly message: string; readonly isOperators: boolean }
  | { readonly kind: "count"; readonly id: number; readonly notes: readonly CountNote[] }
  | { readonly kind: "tell"; readonly id: number; readonly notes: readonly ChangeNote[] }
  | { readonly kind: "heard"; readonly id: number };

/** What the primary says to workers. */
export type PrimaryMessage =
  | { readonly kind: "begin"; readonly config: Config; readonly secret: string }
  | { readonly kind: "counted"; readonly id: number; readonly counts: readonly Count[] }
  | { readonly kind: "hear"; readonly id: number; readonly notes: readonly ChangeNote[] }
  | { readonly kind: "told"; readonly id: number }
  /** The first start is done. */
  | { readonly kind: "ready" }
  | { readonly kind: "stop" };
