import type { contract } from "@petstore/contract/routes";
import { findProfile } from "../store/profile-table.js";
import { seenBy } from "../../credentials/scopes.js";
import type { Database } from "../../database/open-database.js";
import { queryOfPool } from "../../database/query.js";
import { petNotFound } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";

export const getProfile = ({
  database,
}: {
  readonly database: Pick<Database, "reads">;
}): Operation<typeof contract.profiles.getProfile> => {
  const query = queryOfPool(database.reads.pool);
  return async ({ params: { petId } }, _flow, reader) => {
    const profile = await findProfile(query, petId, seenBy(reader));
    if (profile === undefined) throw petNotFound(petId);
    return { status: 200, body: profile };
  };
};
