import { isDeepStrictEqual } from "node:util";
import type { Attribute, contract, Profile, ProfileChange } from "@petstore/contract/routes";
import { lockDefinitions, readDefinitions } from "../store/attribute-table.js";
import { findProfile, recordedProfile } from "../store/profile-table.js";
import { type Query, queryOf } from "../../database/query.js";
import { externalIdTaken, invalidRequest, petNotFound } from "../../errors.js";
import { requireMatch } from "../../operation/etag.js";
import type { Operation } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { valueProblems } from "./check-values.js";

const EXTERNAL_ID_LOCK = 0x65787469;

/** RFC 7396, but for the entries of `attributes`, which are replaced as a whole. */
const merge = (
  before: Profile,
  { externalId, attributes = {} }: ProfileChange,
): Pick<Profile, "externalId" | "attributes"> => ({
  externalId: externalId === undefined ? before.externalId : externalId,
  attributes: Object.fromEntries(
    Object.entries({ ...before.attributes, ...attributes }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    ),
  ),
});

/** The lock of the pet's row keeps two changes of a profile apart, and a deletion of the pet. */
const lockPet = async (query: Query, petId: number): Promise<number | undefined> => {
  const sql = "SELECT category_id::text AS id FROM pet WHERE id = $1::bigint FOR NO KEY UPDATE";
  const [row] = await query<{ id: string }>(sql, [petId]);
  return row && Number(row.id);
};

/** The index would refuse it too, but not say whose it is. */
const claimExternalId = async (query: Query, petId: number, externalId: string): Promise<void> => {
  await query("SELECT pg_advisory_xact_lock($1::integer, hashtext($2))::text", [EXTERNAL_ID_LOCK, externalId]);
  const [other] = await query<{ petId: string }>(
    `SELECT pet_id::text AS "petId" FROM pet_profile WHERE external_id = $1 AND pet_id <> $2::bigint`,
    [externalId, petId],
  );
  if (other !== undefined) throw externalIdTaken(Number(other.petId));
};

const writeSql = `
  INSERT INTO pet_profile (pet_id, external_id, attributes, updated_at)
  VALUES ($1::bigint, $2::text, $3::jsonb, clock_timestamp())
  ON CONFLICT (pet_id) DO UPDATE SET external_id = excluded.external_id, attributes = excluded.attributes,
    updated_at = excluded.updated_at`;

const byId = (values: Profile["attributes"], definitions: ReadonlyMap<string, Attribute>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [definitions.get(name)?.id, value]));

export const updateProfile =
  (): Operation<typeof contract.profiles.updateProfile> =>
  async ({ params: { petId }, headers, body }, { tx, record }) => {
    const query = queryOf(tx);
    await lockDefinitions(query, "shared");
    const definitions = new Map((await readDefinitions(query)).map((one) => [one.name, one]));
    const categoryId = await lockPet(query, petId);
    const before = await findProfile(query, petId, true);
    const { externalId, attributes: given = {} } = body;
    const problems = valueProblems(given, definitions, { categoryId, attributes: before?.attributes ?? {} });
    if (problems.length > 0) throw invalidRequest(...problems);
    if (before === undefined) throw petNotFound(petId);
    requireMatch(headers["if-match"], "profile", before);
    if (typeof externalId === "string") await claimExternalId(query, petId, externalId);
    const merged = merge(before, body);
    if (isDeepStrictEqual({ ...before, ...merged }, before)) return updated(before);
    await query(writeSql, [petId, merged.externalId, JSON.stringify(byId(merged.attributes, definitions))]);
    const after = (await findProfile(query, petId, true)) ?? before;
    record({
      action: "profile.update",
      subject: { kind: "profile", id: petId },
      before: recordedProfile(before),
      after: recordedProfile(after),
    });
    return updated(after);
  };
