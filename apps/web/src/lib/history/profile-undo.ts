import type { AuditEvent, Profile } from "@petstore/contract/client";
import { MAX_ATTRIBUTES } from "@petstore/contract/schemas";
import { ApiError, ask } from "../service/api";
import { isSameValue } from "../pets/attribute-types";
import { takesValue } from "../pets/attributes";
import { t } from "../../texts";

type Values = Readonly<Record<string, unknown>>;
type Change = Pick<AuditEvent, "subject" | "before" | "after">;
type State = Pick<Profile, "externalId" | "attributes">;

/** The event's state has the shape of the API of its time. */
const stateOf = (state: AuditEvent["before"]): State => {
  const { externalId, attributes } = state ?? {};
  return {
    externalId: typeof externalId === "string" ? externalId : null,
    attributes: typeof attributes === "object" && attributes !== null ? (attributes as Values) : {},
  };
};

const differingNames = (one: Values, other: Values): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !isSameValue(one[name], other[name]));

/** Whether an event changed a profile that is still there. A deleted one comes back with its animal. */
export const hasProfileUndo = ({ action, subject, before, after }: AuditEvent): boolean =>
  action === "profile.update" && subject.id !== null && before !== null && after !== null;

const read = async (petId: number) => {
  const [now, definitions, pets] = await Promise.all([
    ask((api, options) => api.profiles.getProfile({ params: { petId }, ...options })),
    ask((api, options) => api.attributes.listAttributes({ query: { limit: MAX_ATTRIBUTES }, ...options })),
    ask((api, options) => api.pets.listPets({ query: { id: [petId] }, ...options })),
  ]);
  const attributes = new Map(definitions.body.map((one) => [one.name, one]));
  return { now, attributes, categoryId: pets.body[0]?.categoryId ?? 0 };
};

/**
 * Writes back the values that the event changed, and leaves the others.
 * @returns the names of values that no attribute takes any more
 * @throws {ApiError} also if one of them has been changed since
 */
export const undoProfile = async (event: Change): Promise<readonly string[]> => {
  const [before, after] = [stateOf(event.before), stateOf(event.after)];
  const petId = event.subject.id ?? 0;
  const { now, attributes, categoryId } = await read(petId);
  const canTake = (name: string) => {
    const one = attributes.get(name);
    return one !== undefined && (takesValue(one, categoryId) || before.attributes[name] === undefined);
  };
  const differing = differingNames(before.attributes, after.attributes);
  const changed = differing.filter(canTake);
  const isNumberChanged = before.externalId !== after.externalId;
  if (
    (isNumberChanged && now.body.externalId !== after.externalId) ||
    changed.some((name) => !isSameValue(now.body.attributes[name], after.attributes[name]))
  )
    throw new ApiError("conflict", t.history.changedSince);
  const body = {
    ...(isNumberChanged && { externalId: before.externalId }),
    attributes: Object.fromEntries(changed.map((name) => [name, before.attributes[name] ?? null])),
  };
  const headers = { "if-match": now.headers.get("etag") ?? "*" };
  await ask((api, options) => api.profiles.updateProfile({ params: { petId }, headers, body, ...options }));
  return differing.filter((name) => !canTake(name) && before.attributes[name] !== undefined);
};
