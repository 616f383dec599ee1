import { setImmediate as nextTurn } from "node:timers/promises";
import type { Profile, UnrestoredFields } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { byteGroups, bytesOf } from "../operation/byte-groups.js";
import type { AuditEntry } from "../operation/audit-trail.js";
import type { WorkMemory } from "../operation/work-memory.js";
import type { Definitions } from "./store/check-values.js";
import { findOwners, lockExternalIds } from "./store/external-ids.js";
import { deletedBytes } from "./store/pet-bytes.js";
import { addProfilesOfPhotos } from "./store/photo-table.js";
import { emptyProfile } from "./store/profile-table.js";
import { openDefinitions, type ProfileWrite, writeProfiles } from "./store/write-profiles.js";

/** The profiles of deleted pets, with the parts that can be restored. */
export type DeletedProfiles = {
  readonly definitions: Definitions;
  readonly writes: readonly ProfileWrite[];
  readonly unrestored: readonly UnrestoredFields[];
};

/** A profile may have 60 texts of 5,000 characters, so few are planned in one turn. */
const PLANNED_PER_TURN = 10;

const deletedProfile = (wanted: string) => `(
    SELECT CASE action WHEN 'profile.delete' THEN ${wanted} END FROM audit_event
    WHERE subject_kind = 'profile' AND subject_id = wanted_id ORDER BY at DESC, id DESC LIMIT 1
  )`;

// This is a scalar subquery, because EXISTS and joins are planned as scans of all deletions. If a profile was restored,
// it has a newer event.
const deletedSql = `SELECT wanted_id::text AS "petId", ${deletedProfile("before")} AS profile
  FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (wanted_id, place) ORDER BY place`;

// If two pets had the same external id, the first of them gets it.
const weighSql = `SELECT * FROM (
    SELECT wanted_id::float8 AS "petId", place, ${deletedProfile(deletedBytes)}::float8 AS bytes
    FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (wanted_id, place)
  ) AS weighed WHERE bytes IS NOT NULL ORDER BY place`;

type Opening = { readonly query: Query; readonly memory?: WorkMemory | undefined };

type Deleted = { readonly petId: number; readonly profile: Pick<Profile, "externalId" | "attributes"> };

const findDeleted = async ({ query, memory }: Opening, petIds: readonly number[]): Promise<Deleted[]> => {
  const weights = await query<{ petId: number; bytes: number }>(weighSql, [petIds]);
  const weighed = weights.map(({ petId, bytes }) => ({ id: petId, bytes }));
  if (weighed.length === 0) return [];
  memory?.hold({ pets: petIds.length, bytes: bytesOf(weighed) });
  const deleted: Deleted[] = [];
  for (const group of byteGroups(weighed)) {
    const rows = await query<{ petId: string; profile: Deleted["profile"] | null }>(deletedSql, [group]);
    for (const { petId, profile } of rows) if (profile !== null) deleted.push({ petId: Number(petId), profile });
  }
  return deleted;
};

/**
 * Leaves out the values that an attribute no longer allows, and an external id that another pet has.
 * @param taken - The external ids in use. The restored ones are added to it.
 */
const planOne = (definitions: Definitions, taken: Set<string>, { petId, profile }: Deleted) => {
  const { externalId, attributes } = profile;
  const isFree = externalId === null || !taken.has(externalId);
  if (externalId !== null) taken.add(externalId);
  const isFitting = ([name, value]: [string, unknown]) => definitions.get(name)?.rule.isMet(value) === true;
  const values = Object.entries(attributes);
  const left = values.filter((one) => !isFitting(one)).map(([name]) => `attributes.${name}`);
  return {
    write: {
      petId,
      before: emptyProfile,
      change: { externalId: isFree ? externalId : null, attributes: Object.fromEntries(values.filter(isFitting)) },
    },
    fields: [...(isFree ? [] : ["externalId"]), ...left],
  };
};

/**
 * Locks what the profiles need. Call it when no other request can restore the pets any more, and before pets are
 * locked.
 * @param claimed - The external ids that the same transaction gives to other pets, which are locked as well.
 * @throws AppError 413, 503 if the profiles take too much memory
 */
export const openDeletedProfiles = async (
  opening: Opening,
  petIds: readonly number[],
  claimed: readonly string[] = [],
): Promise<DeletedProfiles | undefined> => {
  const { query } = opening;
  const deleted = petIds.length === 0 ? [] : await findDeleted(opening, petIds);
  if (deleted.length === 0) return undefined;
  const externalIds = deleted.flatMap(({ profile }) => profile.externalId ?? []);
  const definitions = await openDefinitions(query);
  await lockExternalIds(query, [...externalIds, ...claimed]);
  const taken = new Set([...claimed, ...(await findOwners(query, externalIds)).keys()]);
  const planned: ReturnType<typeof planOne>[] = [];
  for (const [at, one] of deleted.entries()) {
    planned.push(planOne(definitions, taken, one));
    // Checking the rules of long texts takes time, so other work gets the event loop in between.
    if (at % PLANNED_PER_TURN === PLANNED_PER_TURN - 1) await nextTurn();
  }
  return {
    definitions,
    writes: planned.map(({ write }) => write),
    unrestored: planned.flatMap(({ write, fields }) => (fields.length === 0 ? [] : [{ id: write.petId, fields }])),
  };
};

/** @param petIds - The pets that were inserted again. */
export const restoreProfiles = async (
  query: Query,
  { definitions, writes, unrestored }: DeletedProfiles,
  petIds: ReadonlySet<number>,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly unrestored: UnrestoredFields[] }> => {
  const entries: AuditEntry[] = [];
  const record = (entry: AuditEntry) => void entries.push(entry);
  const restored = writes.filter(({ petId }) => petIds.has(petId));
  await writeProfiles({ query, record }, definitions, restored);
  await addProfilesOfPhotos(query, [...petIds]);
  return { entries, unrestored: unrestored.filter(({ id }) => petIds.has(id)) };
};
