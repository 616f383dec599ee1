import type { Customer } from "@petstore/contract/client";
import { ask } from "../../lib/service/api";

export type Merge = { readonly from: number; readonly into: number };

const fields = ["name", "email", "phone", "address"] as const;

export type MergedField = {
  readonly field: (typeof fields)[number];
  readonly stays: string | null;
  /** The value that the merge deletes, if it differs from the one that stays. */
  readonly lost: string | null;
};

/** Returns what a merge does to each field that either customer has, by the rules of the service. */
export const mergedFields = (from: Customer, into: Customer): readonly MergedField[] =>
  fields.flatMap((field) => {
    const [stays, other] = [into[field] ?? from[field], from[field]];
    return stays === null ? [] : [{ field, stays, lost: other === stays ? null : other }];
  });

/**
 * Merges a customer into another. Each request moves as many orders as the service allows, and has a key of its own, so
 * that a repeat of the whole moves nothing twice.
 * @returns how many orders have moved
 */
export const mergeCustomers = async (
  { from, into }: Merge,
  key: string,
  onMoved: (moved: number) => void,
): Promise<number> => {
  for (let [moved, turn] = [0, 0]; ; turn += 1) {
    const headers = { "idempotency-key": `${key}-${turn}` };
    // Each request continues where the one before it stopped.
    // oxlint-disable-next-line no-await-in-loop
    const { body } = await ask((api, options) =>
      api.customers.mergeCustomer({ params: { customerId: from }, body: { into }, headers, ...options }),
    );
    moved += body.moved;
    if (body.remaining === 0) return moved;
    onMoved(moved);
  }
};
