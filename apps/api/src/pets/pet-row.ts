import type { Pet } from "@petstore/contract";
import type { Pet as PetRow } from "../generated/client.js";

/** A row as the interface shows it. The database's CHECKs keep its ids inside what a number holds exactly. */
export const toPet = (row: PetRow): Pet => ({
  id: Number(row.id),
  name: row.name,
  categoryId: Number(row.categoryId),
  status: row.status,
});
