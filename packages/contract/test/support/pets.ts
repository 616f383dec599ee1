import { frank } from "../../src/examples.js";
import type { Pet } from "../../src/pet/pet.js";

/** Returns Frank, the pet of the examples, with these fields replaced. */
export const petOf = (fields: Partial<Pet> = {}): Pet => ({ ...frank, ...fields });
