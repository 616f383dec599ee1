import type { BulkPetChange, PetFields } from "@petstore/contract/client";

/** A change of a pet that names all fields on both sides, so that people can compare them and undo it. */
export type FullPetChange = BulkPetChange & { readonly from: PetFields | null; readonly to: PetFields | null };
