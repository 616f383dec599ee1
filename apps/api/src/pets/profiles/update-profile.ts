import type { contract } from "@petstore/contract/routes";
import { lockRow } from "../../database/lock-row.js";
import { queryOf } from "../../database/query.js";
import { petNotFound } from "../../errors.js";
import { requireMatch } from "../../operation/if-match.js";
import type { Operation, Transaction } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { requireValues } from "../store/check-values.js";
import { lockExternalIds, requireFreeExternalIds } from "../store/external-ids.js";
import { emptyProfile, findProfile } from "../store/profile-table.js";
import { openDefinitions, writeProfiles } from "../store/write-profiles.js";

/** The lock of the pet's row prevents concurrent changes of the profile, and the deletion of the pet. */
const lockPet = async (tx: Transaction, petId: number): Promise<number | undefined> => {
  await lockRow(tx, "pet", petId, "update");
  return (await tx.pet.findUnique({ where: { id: petId }, select: { categoryId: true } }))?.categoryId;
};

export const updateProfile =
  (): Operation<typeof contract.profiles.updateProfile> =>
  async ({ params: { petId }, headers, body: change }, { tx, record }) => {
    const query = queryOf(tx);
    const { externalId, attributes: values = {} } = change;
    const externalIds = typeof externalId === "string" ? [externalId] : [];
    const definitions = await openDefinitions(query);
    await lockExternalIds(query, externalIds);
    const categoryId = await lockPet(tx, petId);
    const found = await findProfile(query, petId, "all");
    const before = found ?? emptyProfile;
    requireValues(definitions, [{ place: "body", values, categoryId, before: before.attributes }]);
    if (found === undefined) throw petNotFound(petId);
    requireMatch(headers["if-match"], "profile", before);
    const claims = externalIds.map((claimed) => ({ place: "body" as const, petId, externalId: claimed }));
    await requireFreeExternalIds(query, claims);
    const [after = before] = await writeProfiles({ query, record }, definitions, [{ petId, before, change }]);
    return updated(after);
  };
