import { frank } from "../../src/examples.js";
import type { Pet } from "../../src/pet/pet.js";

/** Frank of the examples, but for these fields. */
export const petOf = (fields: Partial<Pet> = {}): Pet => ({ ...frank, ...fields });
