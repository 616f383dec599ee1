import type { Pet } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import { petCreation, petUpdate } from "../operation/audit-trail.js";
import type { MutationContext } from "../operation/operation.js";
import type { UpsertPlan } from "./judge-upserts.js";
import { keepUsedCategories } from "./keep-used-categories.js";
import { insertPets } from "./store/insert-pets.js";
import { writeProfiles } from "./store/write-profiles.js";
import { updatePets } from "./store/write-pets.js";

/**
 * Writes the pets that are not refused, with their profiles. A pet that is unchanged is recorded too, because it
 * invalidates cached responses, but it gets no audit event.
 * @returns the pet of each row, in the order of the rows; undefined for a refused row without one
 */
export const writeUpserts = async (
  context: Pick<MutationContext, "tx" | "record">,
  { rows, definitions, registered }: UpsertPlan,
): Promise<(Pet | undefined)[]> => {
  const { record } = context;
  const query = queryOf(context.tx);
  const written = rows.filter(({ outcome }) => outcome !== "refused");
  await keepUsedCategories(context, registered, new Set(written.map(({ upsert }) => upsert.fields.categoryId)));
  const created = written.filter(({ outcome }) => outcome === "created");
  const inserted =
    created.length === 0
      ? []
      : await insertPets(
          query,
          created.map(({ upsert }) => upsert.fields),
        );
  for (const pet of inserted) record(petCreation(pet));
  await updatePets(
    query,
    written.flatMap(({ outcome, after }) => (outcome === "updated" && after !== undefined ? [after] : [])),
  );
  for (const { before, after } of written) if (before && after) record(petUpdate(before, after));
  const newPets = new Map(created.map((row, at) => [row, inserted[at]]));
  const writes = written.flatMap((row) => {
    const petId = (newPets.get(row) ?? row.before)?.id;
    return petId === undefined ? [] : [{ petId, ...row.profile }];
  });
  await writeProfiles({ query, record }, definitions, writes);
  return rows.map((row) => newPets.get(row) ?? (row.outcome === "refused" ? row.before : row.after));
};
