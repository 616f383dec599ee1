import type { Actor, Scope } from "@petstore/contract";
import type { Flow } from "../concurrency/fair-queue.js";
import type { AccountRole } from "../generated/client.js";

/** What a valid key stands for: who sends the request, and what he may do. */
export type Principal = {
  /** Of an API key; undefined for the short-lived key of a browser that is signed in. */
  readonly keyId: bigint | undefined;
  readonly account: { readonly id: bigint; readonly role: AccountRole };
  /** Of the key, or of its account where that may do less. */
  readonly scope: Scope;
  readonly expiresAt: Date | null;
  /** As the audit trail names it. */
  readonly actor: Actor;
  /** What its requests are counted as, and in whose turn they run. */
  readonly flow: Flow;
};
