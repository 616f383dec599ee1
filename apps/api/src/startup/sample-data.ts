import type { PetStatus } from "@petstore/contract/routes";

/** Real animals of the Austin Animal Center (public domain), by category. */
export const samplePets: Readonly<Record<string, ReadonlyArray<readonly [name: string, status: PetStatus]>>> = {
  Bird: [
    ["Taffy", "pending"],
    ["Aeos", "sold"],
    ["Prince", "sold"],
  ],
  Cat: [
    ["Kitty", "sold"],
    ["Taylor", "sold"],
    ["Nyla", "sold"],
    ["Toad", "sold"],
    ["Star", "sold"],
    ["Blynn", "available"],
    ["Lola", "pending"],
    ["Fred", "pending"],
    ["Kyleigh", "pending"],
  ],
  Dog: [
    ["Frank", "sold"],
    ["Luke", "sold"],
    ["Lucy", "available"],
    ["Seth", "available"],
    ["Mia", "sold"],
    ["Blessing", "sold"],
    ["Belle", "sold"],
    ["Sherlock", "pending"],
    ["Marcus", "pending"],
    ["Blackie", "available"],
  ],
  Other: [
    ["Baby", "pending"],
    ["Timmy", "available"],
    ["Cappucino", "sold"],
  ],
};
