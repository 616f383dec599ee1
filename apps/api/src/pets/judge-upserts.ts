import { isDeepStrictEqual } from "node:util";
import { DEFAULT_PET_STATUS, type NewPet, type Pet, type Profile, type ProfileChange } from "@petstore/contract/routes";
import type { Config } from "../config/config.js";
import { queryOf, type Query } from "../database/query.js";
import {
  type AppError,
  type BodyPlace,
  categoryNotFound,
  invalidRequest,
  petReserved,
  pointerOf,
  preconditionFailed,
} from "../errors.js";
import type { AuditEntry } from "../operation/audit-trail.js";
import type { MutationContext } from "../operation/operation.js";
import { type Definitions, valueProblems } from "./store/check-values.js";
import { findOwners, lockExternalIds } from "./store/external-ids.js";
import { findCategories, lockCategories } from "./store/lock-categories.js";
import { findReserved, lockPets } from "./store/lock-pets.js";
import { applyChange } from "./store/pet-table.js";
import { emptyProfile, findProfilesToChange } from "./store/profile-table.js";
import { countChanges, openDefinitions, type ProfileWrite } from "./store/write-profiles.js";

/** A pet to create or to replace. */
export type Upsert = {
  /** The place of the pet in the request, as in `body.3`. */
  readonly place: BodyPlace;
  readonly externalId: string;
  readonly fields: Omit<NewPet, "profile">;
  /** All values of the profile; undefined if the profile does not change. */
  readonly attributes: NonNullable<ProfileChange["attributes"]> | undefined;
  /** Tells whether the pet differs from the state that the client has seen. */
  readonly isStale?: (pet: Pet | undefined) => boolean;
};

type Judged = {
  readonly upsert: Upsert;
  /** The pet that has the external id, before the change. */
  readonly before: Pet | undefined;
  /** The pet after the change; undefined for a pet that does not exist yet. */
  readonly after: Pet | undefined;
  readonly profile: Omit<ProfileWrite, "petId">;
  readonly outcome: "created" | "updated" | "unchanged" | "refused";
  readonly refusal?: AppError;
};

/** The changes that a request makes to its pets, and the rows that it has locked for them. */
export type UpsertPlan = {
  readonly rows: readonly Judged[];
  readonly definitions: Definitions;
  /** The events of the categories that were created. */
  readonly registered: readonly AuditEntry[];
};

type Context = Pick<MutationContext, "tx" | "memory">;

/**
 * A merge of a category locks the category, and then its pets in any order. So the pets' present categories are locked
 * first.
 */
const findSources = async ({ tx }: Pick<Context, "tx">, petIds: readonly number[]): Promise<number[]> => {
  if (petIds.length === 0) return [];
  const rows = await tx.pet.findMany({ where: { id: { in: [...petIds] } }, select: { categoryId: true } });
  return rows.map(({ categoryId }) => categoryId);
};

/** Locks and reads everything that the pets need, in the usual order: categories, attributes, external ids, pets. */
const lock = async (
  { tx, memory }: Context,
  { categoryPolicy }: Config,
  upserts: readonly Upsert[],
  isDryRun: boolean,
) => {
  const query = queryOf(tx);
  const externalIds = upserts.map(({ externalId }) => externalId);
  const references = upserts.map(({ place, fields }) => ({
    place: `${place}.categoryId` as const,
    categoryId: fields.categoryId,
  }));
  const wanted = references.map(({ categoryId }) => categoryId);
  const isRegistering = categoryPolicy === "register" && !isDryRun;
  const sources = await findSources({ tx }, [...(await findOwners(query, externalIds)).values()]);
  const others = [...wanted, ...sources];
  const registered = await lockCategories(query, { categoryPolicy }, isRegistering ? references : [], others);
  const categories = categoryPolicy === "require" ? await findCategories(query, wanted) : undefined;
  const definitions = await openDefinitions(query);
  await lockExternalIds(query, externalIds);
  const owners = await findOwners(query, externalIds);
  return { registered, categories, definitions, owners, ...(await lockOwners(query, memory, [...owners.values()])) };
};

const lockOwners = async (query: Query, memory: MutationContext["memory"], petIds: readonly number[]) => {
  const pets = await lockPets(query, petIds, "wait");
  const profiles =
    petIds.length > 0 ? await findProfilesToChange(query, memory, petIds) : (new Map() as ReadonlyMap<number, Profile>);
  return { pets, profiles, reserved: await findReserved(query, petIds) };
};

type Locked = Awaited<ReturnType<typeof lock>>;

/** While an open order reserves a pet, only the order may change its status. */
const reservedRefusal = ({ reserved }: Locked, { place, fields }: Upsert, before: Pet, after: Pet) => {
  const orderId = after.status === before.status ? undefined : reserved.get(before.id);
  if (orderId === undefined) return undefined;
  const refusal = petReserved(before.id, orderId);
  return refusal.with({
    problems: [
      {
        pointer: pointerOf(`${place}.status`),
        rule: "reserved",
        detail: refusal.message,
        ...(fields.status !== undefined && { given: fields.status }),
      },
    ],
  });
};

/** Finds the first reason why a pet cannot be written: a 400 comes before a 412, and a 412 before a 409. */
const refusalOf = (
  locked: Locked,
  upsert: Upsert,
  {
    pet,
    after,
    profile,
  }: { readonly pet: Pet | undefined; readonly after: Pet | undefined; readonly profile: Profile },
): AppError | undefined => {
  const { place, fields, attributes: values = {} } = upsert;
  const { categoryId } = fields;
  const given = { place: `${place}.profile` as const, values, categoryId, before: profile.attributes };
  const problems = valueProblems(locked.definitions, [given]);
  if (problems.length > 0) return invalidRequest(...problems);
  if (upsert.isStale?.(pet) === true) return preconditionFailed("pet");
  if (locked.categories?.has(categoryId) === false)
    return categoryNotFound({ place: `${place}.categoryId`, categoryId });
  return pet && after && reservedRefusal(locked, upsert, pet, after);
};

/** Replaces a profile: a value that the request lacks is cleared. */
const replaceValues = (
  before: Profile["attributes"],
  given: Upsert["attributes"],
): NonNullable<Upsert["attributes"]> =>
  given === undefined ? {} : { ...Object.fromEntries(Object.keys(before).map((name) => [name, null])), ...given };

const judge = (locked: Locked, upsert: Upsert): Judged => {
  const { externalId, attributes, fields } = upsert;
  const petId = locked.owners.get(externalId) ?? 0;
  // Before the lock was acquired, the pet may have been deleted, or may have lost the external id.
  const isOwner = locked.pets.has(petId) && locked.profiles.get(petId)?.externalId === externalId;
  const before = isOwner ? locked.pets.get(petId) : undefined;
  const profile = (isOwner ? locked.profiles.get(petId) : undefined) ?? emptyProfile;
  const after = before && applyChange(before, { ...fields, status: fields.status ?? DEFAULT_PET_STATUS });
  const write = { before: profile, change: { externalId, attributes: replaceValues(profile.attributes, attributes) } };
  const judged = { upsert, before, after, profile: write };
  const refusal = refusalOf(locked, upsert, { pet: before, after, profile });
  if (refusal !== undefined) return { ...judged, outcome: "refused", refusal };
  if (before === undefined) return { ...judged, outcome: "created" };
  const isSame = isDeepStrictEqual(before, after) && countChanges(locked.definitions, [{ petId, ...write }]) === 0;
  return { ...judged, outcome: isSame ? "unchanged" : "updated" };
};

/**
 * Finds the pets that have the external ids, and decides what happens to each pet. It writes nothing but categories
 * that do not exist yet.
 * @param upserts - Each has a different external id.
 * @param isDryRun - True if nothing will be written, so no category is created.
 */
export const judgeUpserts = async (
  context: Context,
  { config }: { readonly config: Config },
  upserts: readonly Upsert[],
  isDryRun = false,
): Promise<UpsertPlan> => {
  const locked = await lock(context, config, upserts, isDryRun);
  const { definitions, registered } = locked;
  return { rows: upserts.map((upsert) => judge(locked, upsert)), definitions, registered };
};
