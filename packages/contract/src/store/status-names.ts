import * as z from "zod";
import { shelter } from "../examples.js";
import { petStatuses } from "../pet/pet-status-values.js";
import { nameOf } from "../http/names.js";
import type { PetStatus } from "../pet/pet-status.js";
import { identityOf } from "../http/text-identity.js";

const MAX_STATUS_NAME_LENGTH = 30;

const nameFor = (status: PetStatus) =>
  nameOf(MAX_STATUS_NAME_LENGTH)
    .nullable()
    .meta({
      description: `What people read for \`${status}\`; null for the usual word.`,
      examples: [shelter.statusNames[status]],
    });

const names = { available: nameFor("available"), pending: nameFor("pending"), sold: nameFor("sold") };

/** The names that the store itself gives to the statuses of pets. */
export const StatusNames = z
  .strictObject(names)
  .meta({ id: "StatusNames", description: "The store's own words for the statuses of pets." });
/** See the schema of the same name. */
export type StatusNames = z.infer<typeof StatusNames>;

/**
 * Finds names that conflict with each other. Each problem names the status, says which rule it violates and what to do.
 */
export const statusNameProblems = (names: StatusNames): { readonly status: PetStatus; readonly rule: string }[] =>
  petStatuses.flatMap((status) => {
    const name = names[status];
    const other =
      name === null
        ? undefined
        : petStatuses.find((one) => one !== status && [one, identityOf(names[one] ?? one)].includes(identityOf(name)));
    return other === undefined ? [] : [{ status, rule: `must differ from the names of ${other}: choose another name` }];
  });
