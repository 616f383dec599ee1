import type { NewPet } from "@petstore/contract";
import type { TestApi } from "./test-api.js";

/** A NewPet that is right in everything; what a test is about is put on top. */
export const newPet = (rest: Partial<Record<keyof NewPet, unknown>> = {}) => ({
  name: "Frank",
  categoryId: 1,
  ...rest,
});

/** Puts animals straight into the database, in this order; answers their ids. */
export const addPets = async (
  { database: { db } }: Pick<TestApi, "database">,
  ...animals: Partial<NewPet>[]
): Promise<number[]> => {
  const ids: number[] = [];
  for (const { name = "Frank", categoryId = 1, status = "available" } of animals) {
    await db.category.createMany({ data: { id: categoryId }, skipDuplicates: true });
    ids.push(Number((await db.pet.create({ data: { name, categoryId, status } })).id));
  }
  return ids;
};
