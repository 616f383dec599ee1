import type { Actor, Scope } from "@petstore/contract";
import type { Flow } from "../concurrency/fair-queue.js";
import type { AccountRole } from "../generated/client.js";

/** The account behind a valid key, and its permissions. */
export type Principal = {
  /** Undefined for the short-lived key of a session. */
  readonly keyId: bigint | undefined;
  readonly account: { readonly id: bigint; readonly role: AccountRole };
  /** The lower of the key's scope and its account's. */
  readonly scope: Scope;
  readonly expiresAt: Date | null;
  /** Its name in the audit trail. */
  readonly actor: Actor;
  /** For rate limits and lanes. */
  readonly flow: Flow;
};
