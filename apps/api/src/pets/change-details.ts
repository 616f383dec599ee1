import { isDeepStrictEqual } from "node:util";
import type { BulkPetChange, Profile, ProfileChange } from "@petstore/contract/routes";
import { lockRows } from "../database/lock-row.js";
import { queryOf } from "../database/query.js";
import { type BodyPlace, petNotFound } from "../errors.js";
import type { MutationContext } from "../operation/operation.js";
import { readDefinitions } from "./store/attribute-table.js";
import { type Definitions, definitionsOf, requireValues } from "./store/check-values.js";
import { requireFreeExternalIds } from "./store/external-ids.js";
import { writeNote } from "./store/note-table.js";
import { emptyProfile, findProfilesToChange } from "./store/profile-table.js";
import { writeProfiles } from "./store/write-profiles.js";

/** A change of a pet that may also change the profile and write a note. */
export type PlacedChange = BulkPetChange & { readonly place: BodyPlace };

/**
 * The parts of a request's context that a job does not have. A job neither changes profiles nor writes notes in this
 * way.
 */
type Context = Pick<MutationContext, "tx" | "record" | "memory" | "caller">;

export const hasDetails = ({ profile, note }: BulkPetChange): boolean => profile !== undefined || note !== undefined;

/** The external ids that the changes give to pets. */
export const claimedBy = (changes: readonly PlacedChange[]): string[] =>
  changes.flatMap(({ profile }) => (typeof profile?.to.externalId === "string" ? [profile.to.externalId] : []));

type Values = Readonly<Record<string, unknown>>;

/** Puts all values into one object, so that the external id is compared like the values of attributes. */
const flat = ({ externalId, attributes = {} }: ProfileChange): Values => ({
  ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`attributes.${name}`, value])),
  ...(externalId !== undefined && { externalId }),
});

const nested = (values: Values): ProfileChange => {
  const { externalId, ...others } = values;
  const attributes = Object.entries(others).map(([name, value]) => [name.slice("attributes.".length), value]);
  return {
    ...(externalId !== undefined && { externalId: externalId as string | null }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
  };
};

type ProfileVerdict = "done" | "possible" | { readonly conflict: ProfileChange };

/** Compares a change of a profile value by value, so that another person's change of a different value is kept. */
export const judgeProfile = (change: BulkPetChange["profile"], now: Profile): ProfileVerdict => {
  if (change === undefined) return "done";
  const [from, to, current] = [flat(change.from ?? {}), flat(change.to), flat(now)];
  const valueOf = (name: string) => current[name] ?? null;
  const isDone = (name: string) => Object.hasOwn(to, name) && isDeepStrictEqual(valueOf(name), to[name]);
  const clashes = Object.keys(from).filter((name) => !isDone(name) && !isDeepStrictEqual(valueOf(name), from[name]));
  if (clashes.length > 0) return { conflict: nested(Object.fromEntries(clashes.map((name) => [name, valueOf(name)]))) };
  return Object.keys(to).every(isDone) ? "done" : "possible";
};

/** The current profiles of the pets that the changes concern. */
export type Details = { readonly definitions: Definitions; readonly profiles: ReadonlyMap<number, Profile> };

export const profileIn = (details: Details | undefined, petId: number): Profile =>
  details?.profiles.get(petId) ?? emptyProfile;

/**
 * Reads the profiles that the changes concern, and checks the new values.
 * @param definitions - Must be locked if the changes will be made. Undefined for a dry run, which locks nothing.
 * @throws AppError 400, 409, and 413 or 503 if the profiles take too much memory
 */
export const readDetails = async (
  { tx, memory }: Context,
  changes: readonly PlacedChange[],
  locked: Definitions | undefined,
): Promise<Details | undefined> => {
  const concerned = changes.filter(({ profile }) => profile !== undefined);
  if (concerned.length === 0) return undefined;
  const query = queryOf(tx);
  const definitions = locked ?? definitionsOf(await readDefinitions(query));
  const profiles = await findProfilesToChange(
    query,
    memory,
    concerned.map(({ id }) => id),
  );
  const placed = concerned.map(({ id, place, to, profile }) => ({
    petId: id,
    place: `${place}.profile.to` as const,
    values: profile?.to.attributes ?? {},
    categoryId: to?.categoryId,
    before: (profiles.get(id) ?? emptyProfile).attributes,
    externalId: profile?.to.externalId,
  }));
  requireValues(definitions, placed);
  const claims = placed.flatMap(({ place, petId, externalId }) =>
    typeof externalId === "string" ? [{ place, petId, externalId }] : [],
  );
  const moved = placed.flatMap(({ petId, externalId }) => (externalId === undefined ? [] : [petId]));
  await requireFreeExternalIds(query, claims, new Set(moved));
  return { definitions, profiles };
};

/** Writes the profiles and notes of changes that have no conflict. The caller has locked the pets. */
export const writeDetails = async (
  context: Context,
  details: Details | undefined,
  changes: readonly PlacedChange[],
): Promise<void> => {
  if (details !== undefined) {
    const writes = changes.flatMap(({ id, profile }) =>
      profile === undefined ? [] : [{ petId: id, before: profileIn(details, id), change: profile.to }],
    );
    await writeProfiles({ query: queryOf(context.tx), record: context.record }, details.definitions, writes);
  }
  const noted = changes.flatMap(({ id, note, place }) =>
    note === undefined ? [] : [{ petId: id, note, place: `${place}.note` as const }],
  );
  const locks = await lockRows(
    context.tx,
    "pet",
    noted.map(({ petId }) => petId),
    "update",
  );
  for (const { petId, note, place } of noted) {
    const lockedAt = locks.get(petId);
    if (lockedAt === undefined) throw petNotFound(petId);
    await writeNote(context, { petId, lockedAt }, note, place);
  }
};
