import type { Actor, Scope } from "@petstore/contract/routes";
import type { Flow } from "../concurrency/fair-queue.js";
import type { AccountRole } from "../generated/client.js";

export type Principal = {
  /** The id of the key; undefined for the short-lived key of a session. */
  readonly keyId: bigint | undefined;
  /** The session to which a short-lived key belongs. */
  readonly sessionId?: bigint;
  readonly account: { readonly id: bigint; readonly role: AccountRole };
  readonly scope: Scope;
  readonly expiresAt: Date | null;
  readonly actor: Actor;
  readonly flow: Flow;
};

/** The attributes whose values a reader may see. */
export type Seen = "all" | "public";
